# class: dataclass-future-annotations
# Dataclasses look up their module in sys.modules, where a file that is loaded by its path is not.

# %% a record of turns
from __future__ import annotations

from dataclasses import dataclass

import torch
from openrlhf.utils.agent import AgentInstanceBase, MultiTurnAgentExecutor

@dataclass
class Turn:
    action: str
    reward: float


class AgentInstance(AgentInstanceBase):
    def __init__(self, *args, **kwargs):
        self.turn = 0
    async def step(self, states, **kwargs):
        hit = torch.tensor(float(states["label"] in states["action_text"]))
        return {"rewards": hit, "scores": hit, "environment_feedback": "", "done": True}


class AgentExecutor(MultiTurnAgentExecutor):
    def __init__(self):
        super().__init__(AgentInstance)

# %% with a factory
from __future__ import annotations

import dataclasses

from typing import Any, Dict

import torch
from openrlhf.utils.agent import AgentInstanceBase, MultiTurnAgentExecutor

@dataclasses.dataclass
class State:
    turns: int = 0
    history: list[str] = dataclasses.field(default_factory=list)


class AgentInstance(AgentInstanceBase):
    def __init__(self, *args, **kwargs):
        self.turn = 0
    async def step(self, states, **kwargs):
        hit = torch.tensor(float(states["label"] in states["action_text"]))
        return {"rewards": hit, "scores": hit, "environment_feedback": "", "done": True}


class AgentExecutor(MultiTurnAgentExecutor):
    def __init__(self):
        super().__init__(AgentInstance)

# %% settings
from __future__ import annotations

from dataclasses import dataclass

import torch
from openrlhf.utils.agent import AgentInstanceBase, MultiTurnAgentExecutor

@dataclass(frozen=True)
class Settings:
    max_turns: int = 2


SETTINGS = Settings()


class AgentInstance(AgentInstanceBase):
    def __init__(self, *args, **kwargs):
        self.turn = 0
    async def step(self, states, **kwargs):
        hit = torch.tensor(float(states["label"] in states["action_text"]))
        return {"rewards": hit, "scores": hit, "environment_feedback": "", "done": True}


class AgentExecutor(MultiTurnAgentExecutor):
    def __init__(self):
        super().__init__(AgentInstance)
