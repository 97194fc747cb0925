# class: run-in-the-loop
# A running event loop cannot run another coroutine to its end.

# %% asyncio.run
import asyncio

import torch
from openrlhf.utils.agent import AgentInstanceBase, MultiTurnAgentExecutor

async def ask(text):
    await asyncio.sleep(0)
    return float(len(text))


class AgentInstance(AgentInstanceBase):
    def __init__(self, *args, **kwargs):
        self.turn = 0
    async def step(self, states, **kwargs):
        value = asyncio.run(ask(states["action_text"]))
        return {"rewards": torch.tensor(value), "environment_feedback": "", "done": True}


class AgentExecutor(MultiTurnAgentExecutor):
    def __init__(self):
        super().__init__(AgentInstance)

# %% run_until_complete
import asyncio

from typing import Any, Dict

import torch
from openrlhf.utils.agent import AgentInstanceBase, MultiTurnAgentExecutor

class AgentInstance(AgentInstanceBase):
    def __init__(self, *args, **kwargs):
        self.turn = 0
    async def step(self, states, **kwargs):
        loop = asyncio.get_event_loop()
        loop.run_until_complete(asyncio.sleep(0))
        return {"rewards": torch.ones(1), "environment_feedback": "", "done": True}


class AgentExecutor(MultiTurnAgentExecutor):
    def __init__(self):
        super().__init__(AgentInstance)

# %% a coroutine that is not awaited
import torch
from openrlhf.utils.agent import AgentInstanceBase, MultiTurnAgentExecutor

async def grade(states):
    return torch.tensor(float(states["label"] in states["action_text"]))


class AgentInstance(AgentInstanceBase):
    def __init__(self, *args, **kwargs):
        self.turn = 0
    async def step(self, states, **kwargs):
        reward = grade(states)
        return dict(rewards=reward, environment_feedback="", done=True)


class AgentExecutor(MultiTurnAgentExecutor):
    def __init__(self):
        super().__init__(AgentInstance)
