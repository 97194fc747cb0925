# class: executor-wrong-base
# AgentExecutor is no AgentExecutorBase.

# %% no base
import torch
from openrlhf.utils.agent import AgentInstanceBase, MultiTurnAgentExecutor

class AgentInstance(AgentInstanceBase):
    def __init__(self, *args, **kwargs):
        self.turn = 0
    async def step(self, states, **kwargs):
        hit = torch.tensor(float(states["label"] in states["action_text"]))
        return {"rewards": hit, "scores": hit, "environment_feedback": "", "done": True}

class AgentExecutor:
    def __init__(self):
        self.instance = AgentInstance

# %% the base of instances
from typing import Any, Dict

import torch
from openrlhf.utils.agent import AgentInstanceBase, MultiTurnAgentExecutor

class AgentExecutor(AgentInstanceBase):
    def __init__(self, *args, **kwargs):
        self.turn = 0
    async def step(self, states, **kwargs):
        hit = torch.tensor(float(states["label"] in states["action_text"]))
        return {"rewards": hit, "scores": hit, "environment_feedback": "", "done": True}

# %% a protocol of one's own
from abc import ABC, abstractmethod

import torch
from openrlhf.utils.agent import AgentInstanceBase


class Executor(ABC):
    @abstractmethod
    async def execute(self, *args, **kwargs): ...


class AgentExecutor(Executor):
    async def execute(self, prompt, label, sampling_params, max_length, hf_tokenizer, llm_engine, images=None):
        return {"prompt": prompt, "label": label, "reward": torch.tensor(1.0)}

# %% an instance of the class
import torch
from openrlhf.utils.agent import AgentInstanceBase, MultiTurnAgentExecutor

class AgentInstance(AgentInstanceBase):
    def __init__(self, *args, **kwargs):
        self.turn = 0
    async def step(self, states, **kwargs):
        hit = torch.tensor(float(states["label"] in states["action_text"]))
        return {"rewards": hit, "scores": hit, "environment_feedback": "", "done": True}

class Executor(MultiTurnAgentExecutor):
    def __init__(self):
        super().__init__(AgentInstance)


AgentExecutor = Executor()
