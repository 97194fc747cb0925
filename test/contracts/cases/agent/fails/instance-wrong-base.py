# class: instance-wrong-base
# The class of instances is no AgentInstanceBase.

# %% no base
import torch
from openrlhf.utils.agent import MultiTurnAgentExecutor


class AgentInstance:
    def __init__(self, *args, **kwargs):
        self.turn = 0
    async def step(self, states, **kwargs):
        hit = torch.tensor(float(states["label"] in states["action_text"]))
        return {"rewards": hit, "scores": hit, "environment_feedback": "", "done": True}


class AgentExecutor(MultiTurnAgentExecutor):
    def __init__(self):
        super().__init__(AgentInstance)

# %% the base of executors
import torch
from openrlhf.utils.agent import AgentExecutorBase, MultiTurnAgentExecutor


class AgentInstance(AgentExecutorBase):
    def __init__(self, *args, **kwargs):
        self.turn = 0
    async def step(self, states, **kwargs):
        hit = torch.tensor(float(states["label"] in states["action_text"]))
        return {"rewards": hit, "scores": hit, "environment_feedback": "", "done": True}


class AgentExecutor(MultiTurnAgentExecutor):
    def __init__(self):
        super().__init__(AgentInstance)

# %% an environment of one's own
import torch
from openrlhf.utils.agent import MultiTurnAgentExecutor


class Environment:
    def __init__(self, *args, **kwargs):
        self.turn = 0

class AgentInstance(Environment):
    async def step(self, states, **kwargs):
        hit = torch.tensor(float(states["label"] in states["action_text"]))
        return {"rewards": hit, "scores": hit, "environment_feedback": "", "done": True}


class AgentExecutor(MultiTurnAgentExecutor):
    def __init__(self):
        super().__init__(AgentInstance)
