# class: instance-without-init
# `__init__` of AgentInstanceBase is abstract.

# %% only step
import torch
from openrlhf.utils.agent import AgentInstanceBase, MultiTurnAgentExecutor

class AgentInstance(AgentInstanceBase):
    async def step(self, states, **kwargs):
        hit = torch.tensor(float(states["label"] in states["action_text"]))
        return {"rewards": hit, "scores": hit, "environment_feedback": "", "done": True}


class AgentExecutor(MultiTurnAgentExecutor):
    def __init__(self):
        super().__init__(AgentInstance)

# %% state set in reset
from typing import Any, Dict

import torch
from openrlhf.utils.agent import AgentInstanceBase, MultiTurnAgentExecutor

class AgentInstance(AgentInstanceBase):
    async def reset(self, states, **kwargs):
        self.turn = 0
        return {"observation": states["observation"]}

    async def step(self, states, **kwargs):
        hit = torch.tensor(float(states["label"] in states["action_text"]))
        return {"rewards": hit, "scores": hit, "environment_feedback": "", "done": True}


class AgentExecutor(MultiTurnAgentExecutor):
    def __init__(self):
        super().__init__(AgentInstance)

# %% class attributes
import torch
from openrlhf.utils.agent import AgentInstanceBase, MultiTurnAgentExecutor

class AgentInstance(AgentInstanceBase):
    max_turns = 3

    async def step(self, states, **kwargs):
        result = {"rewards": torch.zeros(1), "environment_feedback": ""}
        result["done"] = self.max_turns > 0
        return result


class AgentExecutor(MultiTurnAgentExecutor):
    def __init__(self):
        super().__init__(AgentInstance)
