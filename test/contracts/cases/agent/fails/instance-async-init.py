# class: instance-async-init
# A constructor cannot be awaited.

# %% literal
import torch
from openrlhf.utils.agent import AgentInstanceBase, MultiTurnAgentExecutor

class AgentInstance(AgentInstanceBase):
    async def __init__(self, *args, **kwargs):
        self.turn = 0

    async def reset(self, states, **kwargs):
        return {"observation": states["observation"]}
    async def step(self, states, **kwargs):
        hit = torch.tensor(float(states["label"] in states["action_text"]))
        return {"rewards": hit, "scores": hit, "environment_feedback": "", "done": True}


class AgentExecutor(MultiTurnAgentExecutor):
    def __init__(self):
        super().__init__(AgentInstance)

# %% awaits something
import asyncio

import torch
from openrlhf.utils.agent import AgentInstanceBase, MultiTurnAgentExecutor


class Browser(AgentInstanceBase):
    async def __init__(self, *args, **kwargs):
        await asyncio.sleep(0)
        self.page = None

    async def step(self, states, **kwargs):
        hit = torch.tensor(float(states["label"] in states["action_text"]))
        return {"rewards": hit, "scores": hit, "environment_feedback": "", "done": True}


class AgentExecutor(MultiTurnAgentExecutor):
    def __init__(self):
        super().__init__(Browser)

# %% in a base of one's own
from typing import Any, Dict

import torch
from openrlhf.utils.agent import AgentInstanceBase, MultiTurnAgentExecutor

class Environment(AgentInstanceBase):
    async def __init__(self, *args, **kwargs):
        self.history = []


class AgentInstance(Environment):
    async def step(self, states, **kwargs):
        hit = torch.tensor(float(states["label"] in states["action_text"]))
        return {"rewards": hit, "scores": hit, "environment_feedback": "", "done": True}


class AgentExecutor(MultiTurnAgentExecutor):
    def __init__(self):
        super().__init__(AgentInstance)
