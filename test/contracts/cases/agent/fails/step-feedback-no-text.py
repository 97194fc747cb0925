# class: step-feedback-no-text
# `environment_feedback` is no text.

# %% None
import torch
from openrlhf.utils.agent import AgentInstanceBase, MultiTurnAgentExecutor

class AgentInstance(AgentInstanceBase):
    def __init__(self, *args, **kwargs):
        self.turn = 0
    async def step(self, states, **kwargs):
        hit = torch.tensor(float(states["label"] in states["action_text"]))
        return {"rewards": hit, "environment_feedback": None, "done": True}


class AgentExecutor(MultiTurnAgentExecutor):
    def __init__(self):
        super().__init__(AgentInstance)

# %% None at the end
from typing import Any, Dict

import torch
from openrlhf.utils.agent import AgentInstanceBase, MultiTurnAgentExecutor

class AgentInstance(AgentInstanceBase):
    def __init__(self, *args, **kwargs):
        self.turn = 0
    async def step(self, states, **kwargs):
        self.turn += 1
        feedback = None
        if self.turn < 2:
            feedback = "\nAgain: "
        result = {"rewards": torch.zeros(1), "done": self.turn == 2}
        result["environment_feedback"] = feedback
        return result


class AgentExecutor(MultiTurnAgentExecutor):
    def __init__(self):
        super().__init__(AgentInstance)

# %% a list of messages
import torch
from openrlhf.utils.agent import AgentInstanceBase, MultiTurnAgentExecutor

class AgentInstance(AgentInstanceBase):
    def __init__(self, *args, **kwargs):
        self.turn = 0
    async def step(self, states, **kwargs):
        messages = [{"role": "user", "content": "Again."}]
        return dict(rewards=torch.zeros(1), environment_feedback=messages, done=True)


class AgentExecutor(MultiTurnAgentExecutor):
    def __init__(self):
        super().__init__(AgentInstance)

# %% a dict of a tool
import torch
from openrlhf.utils.agent import AgentInstanceBase, MultiTurnAgentExecutor

def tool(text):
    return {"output": text[:5]}


class AgentInstance(AgentInstanceBase):
    def __init__(self, *args, **kwargs):
        self.turn = 0
    async def step(self, states, **kwargs):
        return {"rewards": torch.zeros(1), "environment_feedback": tool(states["action_text"]), "done": True}


class AgentExecutor(MultiTurnAgentExecutor):
    def __init__(self):
        super().__init__(AgentInstance)
