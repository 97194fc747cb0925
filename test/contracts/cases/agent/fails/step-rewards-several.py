# class: step-rewards-several
# More than one element.

# %% a tensor of two
import torch
from openrlhf.utils.agent import AgentInstanceBase, MultiTurnAgentExecutor

class AgentInstance(AgentInstanceBase):
    def __init__(self, *args, **kwargs):
        self.turn = 0
    async def step(self, states, **kwargs):
        hit = float(states["label"] in states["action_text"])
        return {"rewards": torch.tensor([hit, 1.0]), "environment_feedback": "", "done": True}


class AgentExecutor(MultiTurnAgentExecutor):
    def __init__(self):
        super().__init__(AgentInstance)

# %% stacked
from typing import Any, Dict

import torch
from openrlhf.utils.agent import AgentInstanceBase, MultiTurnAgentExecutor

class AgentInstance(AgentInstanceBase):
    def __init__(self, *args, **kwargs):
        self.turn = 0
    async def step(self, states, **kwargs):
        parts = [torch.tensor(1.0), torch.tensor(float("\\boxed" in states["action_text"]))]
        result = dict(environment_feedback="", done=True)
        result["rewards"] = torch.stack(parts)
        return result


class AgentExecutor(MultiTurnAgentExecutor):
    def __init__(self):
        super().__init__(AgentInstance)

# %% zeros of three
import torch
from openrlhf.utils.agent import AgentInstanceBase, MultiTurnAgentExecutor

def objectives(text, label):
    values = torch.zeros(3)
    values[0] = float(label in text)
    return values


class AgentInstance(AgentInstanceBase):
    def __init__(self, *args, **kwargs):
        self.turn = 0
    async def step(self, states, **kwargs):
        return {"rewards": objectives(states["action_text"], states["label"]), "environment_feedback": "", "done": True}


class AgentExecutor(MultiTurnAgentExecutor):
    def __init__(self):
        super().__init__(AgentInstance)
