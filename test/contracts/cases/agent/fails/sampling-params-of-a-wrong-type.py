# class: sampling-params-of-a-wrong-type
# `sampling_params` replaces vLLM's object.

# %% a dict
import torch
from openrlhf.utils.agent import AgentInstanceBase, MultiTurnAgentExecutor

class AgentInstance(AgentInstanceBase):
    def __init__(self, *args, **kwargs):
        self.turn = 0
    async def step(self, states, **kwargs):
        self.turn += 1
        return {
            "rewards": torch.zeros(1),
            "environment_feedback": "\n",
            "done": self.turn == 2,
            "sampling_params": {"temperature": 0.5},
        }


class AgentExecutor(MultiTurnAgentExecutor):
    def __init__(self):
        super().__init__(AgentInstance)

# %% dict call in steps
from typing import Any, Dict

import torch
from openrlhf.utils.agent import AgentInstanceBase, MultiTurnAgentExecutor

class AgentInstance(AgentInstanceBase):
    def __init__(self, *args, **kwargs):
        self.turn = 0
    async def step(self, states, **kwargs):
        self.turn += 1
        result = {"rewards": torch.ones(1), "environment_feedback": "\n", "done": self.turn > 1}
        result["sampling_params"] = dict(max_tokens=32)
        return result


class AgentExecutor(MultiTurnAgentExecutor):
    def __init__(self):
        super().__init__(AgentInstance)

# %% a number of a helper
import torch
from openrlhf.utils.agent import AgentInstanceBase, MultiTurnAgentExecutor

def temperature(turn):
    return 1.0 / (turn + 1)


class AgentInstance(AgentInstanceBase):
    def __init__(self, *args, **kwargs):
        self.turn = 0
    async def step(self, states, **kwargs):
        self.turn += 1
        return dict(rewards=torch.zeros(1), environment_feedback="\n", done=self.turn == 2, sampling_params=temperature(self.turn))


class AgentExecutor(MultiTurnAgentExecutor):
    def __init__(self):
        super().__init__(AgentInstance)
