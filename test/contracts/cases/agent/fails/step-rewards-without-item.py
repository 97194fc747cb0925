# class: step-rewards-without-item
# `.item()` is called on the rewards of a step: numbers of Python have none.

# %% a float
import torch
from openrlhf.utils.agent import AgentInstanceBase, MultiTurnAgentExecutor

class AgentInstance(AgentInstanceBase):
    def __init__(self, *args, **kwargs):
        self.turn = 0
    async def step(self, states, **kwargs):
        return {"rewards": 1.0, "environment_feedback": "", "done": True}


class AgentExecutor(MultiTurnAgentExecutor):
    def __init__(self):
        super().__init__(AgentInstance)

# %% a float in steps
from typing import Any, Dict

import torch
from openrlhf.utils.agent import AgentInstanceBase, MultiTurnAgentExecutor

class AgentInstance(AgentInstanceBase):
    def __init__(self, *args, **kwargs):
        self.turn = 0
    async def step(self, states, **kwargs):
        reward = 0.0
        if states["label"] in states["action_text"]:
            reward = 1.0
        result = {"environment_feedback": "", "done": True}
        result["rewards"] = reward
        result["scores"] = torch.tensor(reward)
        return result


class AgentExecutor(MultiTurnAgentExecutor):
    def __init__(self):
        super().__init__(AgentInstance)

# %% item already taken
import torch
from openrlhf.utils.agent import AgentInstanceBase, MultiTurnAgentExecutor

class AgentInstance(AgentInstanceBase):
    def __init__(self, *args, **kwargs):
        self.turn = 0
    async def step(self, states, **kwargs):
        hit = torch.tensor(float(states["label"] in states["action_text"]))
        return dict(rewards=hit.item(), environment_feedback="", done=True)


class AgentExecutor(MultiTurnAgentExecutor):
    def __init__(self):
        super().__init__(AgentInstance)

# %% an int
import torch
from openrlhf.utils.agent import AgentInstanceBase, MultiTurnAgentExecutor

class AgentInstance(AgentInstanceBase):
    def __init__(self, *args, **kwargs):
        self.turn = 0
    async def step(self, states, **kwargs):
        return {"rewards": 1 if states["label"] in states["action_text"] else 0, "environment_feedback": "", "done": True}


class AgentExecutor(MultiTurnAgentExecutor):
    def __init__(self):
        super().__init__(AgentInstance)

# %% a bool of a helper
import torch
from openrlhf.utils.agent import AgentInstanceBase, MultiTurnAgentExecutor

def solved(states):
    return states["label"] in states["action_text"]


class AgentInstance(AgentInstanceBase):
    def __init__(self, *args, **kwargs):
        self.turn = 0
    async def step(self, states, **kwargs):
        return {"rewards": solved(states), "environment_feedback": "", "done": True}


class AgentExecutor(MultiTurnAgentExecutor):
    def __init__(self):
        super().__init__(AgentInstance)

# %% a list of tensors
import torch
from openrlhf.utils.agent import AgentInstanceBase, MultiTurnAgentExecutor

class AgentInstance(AgentInstanceBase):
    def __init__(self, *args, **kwargs):
        self.turn = 0
    async def step(self, states, **kwargs):
        rewards = [torch.tensor(float(states["label"] in states["action_text"]))]
        return {"rewards": rewards, "environment_feedback": "", "done": True}


class AgentExecutor(MultiTurnAgentExecutor):
    def __init__(self):
        super().__init__(AgentInstance)

# %% None while going on
import torch
from openrlhf.utils.agent import AgentInstanceBase, MultiTurnAgentExecutor

class AgentInstance(AgentInstanceBase):
    def __init__(self, *args, **kwargs):
        self.turn = 0
    async def step(self, states, **kwargs):
        self.turn += 1
        done = self.turn == 2
        return {"rewards": torch.ones(1) if done else None, "environment_feedback": "\n", "done": done}


class AgentExecutor(MultiTurnAgentExecutor):
    def __init__(self):
        super().__init__(AgentInstance)
