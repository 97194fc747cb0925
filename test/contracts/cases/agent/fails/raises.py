# class: raises
# An exception of an agent ends the run; nothing catches it.

# %% no match
import re

import torch
from openrlhf.utils.agent import AgentInstanceBase, MultiTurnAgentExecutor


class AgentInstance(AgentInstanceBase):
    def __init__(self, *args, **kwargs):
        self.turn = 0
    async def step(self, states, **kwargs):
        answer = re.search(r"<answer>(.*?)</answer>", states["action_text"]).group(1)
        return {"rewards": torch.tensor(float(answer == states["label"])), "environment_feedback": "", "done": True}


class AgentExecutor(MultiTurnAgentExecutor):
    def __init__(self):
        super().__init__(AgentInstance)

# %% a tool that fails
import torch
from openrlhf.utils.agent import AgentInstanceBase, MultiTurnAgentExecutor

def calculate(text):
    return eval(text)


class AgentInstance(AgentInstanceBase):
    def __init__(self, *args, **kwargs):
        self.turn = 0
    async def step(self, states, **kwargs):
        value = calculate(states["action_text"])
        return dict(rewards=torch.tensor(float(value)), environment_feedback="", done=True)


class AgentExecutor(MultiTurnAgentExecutor):
    def __init__(self):
        super().__init__(AgentInstance)

# %% raise
from typing import Any, Dict

import torch
from openrlhf.utils.agent import AgentInstanceBase, MultiTurnAgentExecutor

class AgentInstance(AgentInstanceBase):
    def __init__(self, *args, **kwargs):
        self.turn = 0
    async def step(self, states, **kwargs):
        if "\\boxed" not in states["action_text"]:
            raise ValueError("no answer")
        result = {"rewards": torch.ones(1), "environment_feedback": "", "done": True}
        return result


class AgentExecutor(MultiTurnAgentExecutor):
    def __init__(self):
        super().__init__(AgentInstance)

# %% an attribute that reset forgot
import torch
from openrlhf.utils.agent import AgentInstanceBase, MultiTurnAgentExecutor

class AgentInstance(AgentInstanceBase):
    def __init__(self, *args, **kwargs):
        pass

    async def step(self, states, **kwargs):
        self.turn += 1
        return {"rewards": torch.ones(1), "environment_feedback": "", "done": True}


class AgentExecutor(MultiTurnAgentExecutor):
    def __init__(self):
        super().__init__(AgentInstance)
