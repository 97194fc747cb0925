# class: scores-outside-zero-one
# Dynamic filtering keeps a group whose mean score lies between 0 and 1.

# %% minus one
# launch: --algo.dynamic_filtering_enable
import torch
from openrlhf.utils.agent import AgentInstanceBase, MultiTurnAgentExecutor

class AgentInstance(AgentInstanceBase):
    def __init__(self, *args, **kwargs):
        self.turn = 0
    async def step(self, states, **kwargs):
        value = torch.tensor(1.0 if states["label"] in states["action_text"] else -1.0)
        return {"rewards": value, "scores": value, "environment_feedback": "", "done": True}


class AgentExecutor(MultiTurnAgentExecutor):
    def __init__(self):
        super().__init__(AgentInstance)

# %% percent in steps
# launch: --algo.dynamic_filtering_enable
from typing import Any, Dict

import torch
from openrlhf.utils.agent import AgentInstanceBase, MultiTurnAgentExecutor

class AgentInstance(AgentInstanceBase):
    def __init__(self, *args, **kwargs):
        self.turn = 0
    async def step(self, states, **kwargs):
        hit = float(states["label"] in states["action_text"])
        result = {"rewards": torch.tensor(hit), "environment_feedback": "", "done": True}
        result["scores"] = 100.0 * hit
        return result


class AgentExecutor(MultiTurnAgentExecutor):
    def __init__(self):
        super().__init__(AgentInstance)

# %% missing, and a penalty
# launch: --algo.dynamic_filtering_enable
import torch
from openrlhf.utils.agent import AgentInstanceBase, MultiTurnAgentExecutor

def reward_of(states):
    return torch.tensor(1.0) if states["label"] in states["action_text"] else torch.tensor(-2.0)


class AgentInstance(AgentInstanceBase):
    def __init__(self, *args, **kwargs):
        self.turn = 0
    async def step(self, states, **kwargs):
        return dict(rewards=reward_of(states), environment_feedback="", done=True)


class AgentExecutor(MultiTurnAgentExecutor):
    def __init__(self):
        super().__init__(AgentInstance)
