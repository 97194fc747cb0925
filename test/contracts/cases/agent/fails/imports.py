# class: imports
# Modules that a worker does not find.

# %% relative
import torch
from openrlhf.utils.agent import AgentInstanceBase, MultiTurnAgentExecutor
from .environment import Environment


class AgentInstance(Environment, AgentInstanceBase):
    def __init__(self, *args, **kwargs):
        self.turn = 0
    async def step(self, states, **kwargs):
        hit = torch.tensor(float(states["label"] in states["action_text"]))
        return {"rewards": hit, "scores": hit, "environment_feedback": "", "done": True}


class AgentExecutor(MultiTurnAgentExecutor):
    def __init__(self):
        super().__init__(AgentInstance)

# %% file: agents/environment.py
class Environment:
    pass

# %% a sibling
import environment

import torch
from openrlhf.utils.agent import AgentInstanceBase, MultiTurnAgentExecutor

class AgentInstance(AgentInstanceBase):
    def __init__(self, *args, **kwargs):
        self.turn = 0
    async def step(self, states, **kwargs):
        return environment.outcome(states)


class AgentExecutor(MultiTurnAgentExecutor):
    def __init__(self):
        super().__init__(AgentInstance)

# %% file: agents/environment.py
import torch


def outcome(states):
    return {"rewards": torch.ones(1), "environment_feedback": "", "done": True}

# %% a class that moved
import torch
from openrlhf.utils.agent import AgentInstanceBase, MultiTurnExecutor


class AgentInstance(AgentInstanceBase):
    def __init__(self, *args, **kwargs):
        self.turn = 0
    async def step(self, states, **kwargs):
        hit = torch.tensor(float(states["label"] in states["action_text"]))
        return {"rewards": hit, "scores": hit, "environment_feedback": "", "done": True}

class AgentExecutor(MultiTurnExecutor):
    def __init__(self):
        super().__init__(AgentInstance)
