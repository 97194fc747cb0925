# class: step-without-feedback
# The result of step has no `environment_feedback`.

# %% literal
import torch
from openrlhf.utils.agent import AgentInstanceBase, MultiTurnAgentExecutor

class AgentInstance(AgentInstanceBase):
    def __init__(self, *args, **kwargs):
        self.turn = 0
    async def step(self, states, **kwargs):
        hit = torch.tensor(float(states["label"] in states["action_text"]))
        return {"rewards": hit, "done": True}


class AgentExecutor(MultiTurnAgentExecutor):
    def __init__(self):
        super().__init__(AgentInstance)

# %% feedback
from typing import Any, Dict

import torch
from openrlhf.utils.agent import AgentInstanceBase, MultiTurnAgentExecutor

class AgentInstance(AgentInstanceBase):
    def __init__(self, *args, **kwargs):
        self.turn = 0
    async def step(self, states, **kwargs):
        hit = torch.tensor(float(states["label"] in states["action_text"]))
        result = dict(rewards=hit, done=True)
        result["feedback"] = "fine"
        return result


class AgentExecutor(MultiTurnAgentExecutor):
    def __init__(self):
        super().__init__(AgentInstance)

# %% added only while going on
import torch
from openrlhf.utils.agent import AgentInstanceBase, MultiTurnAgentExecutor

class AgentInstance(AgentInstanceBase):
    def __init__(self, *args, **kwargs):
        self.turn = 0
    async def step(self, states, **kwargs):
        self.turn += 1
        result = {"rewards": torch.zeros(1), "done": self.turn > 1}
        if not result["done"]:
            result["environment_feedback"] = "\nAgain: "
        return result


class AgentExecutor(MultiTurnAgentExecutor):
    def __init__(self):
        super().__init__(AgentInstance)

# %% the key of old releases
import torch
from openrlhf.utils.agent import AgentInstanceBase, MultiTurnAgentExecutor

class AgentInstance(AgentInstanceBase):
    def __init__(self, *args, **kwargs):
        self.turn = 0
    async def step(self, states, **kwargs):
        return self.pack(float(states["label"] in states["action_text"]), states["observation_text"])

    def pack(self, hit, text):
        return {"rewards": torch.tensor(hit), "next_observation": text, "done": True}


class AgentExecutor(MultiTurnAgentExecutor):
    def __init__(self):
        super().__init__(AgentInstance)
