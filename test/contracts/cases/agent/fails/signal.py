# class: signal
# Steps run in a thread that is not the main one.

# %% alarm in step
import signal

import torch
from openrlhf.utils.agent import AgentInstanceBase, MultiTurnAgentExecutor

class AgentInstance(AgentInstanceBase):
    def __init__(self, *args, **kwargs):
        self.turn = 0
    async def step(self, states, **kwargs):
        signal.signal(signal.SIGALRM, lambda *_: None)
        signal.alarm(2)
        hit = torch.tensor(float(states["label"] in states["action_text"]))
        signal.alarm(0)
        return {"rewards": hit, "environment_feedback": "", "done": True}


class AgentExecutor(MultiTurnAgentExecutor):
    def __init__(self):
        super().__init__(AgentInstance)

# %% a helper with a time limit
import signal

import torch
from openrlhf.utils.agent import AgentInstanceBase, MultiTurnAgentExecutor

class Limit:
    def __enter__(self):
        signal.signal(signal.SIGALRM, self.stop)
        signal.setitimer(signal.ITIMER_REAL, 1)

    def __exit__(self, *_):
        signal.setitimer(signal.ITIMER_REAL, 0)

    def stop(self, *_):
        raise TimeoutError


class AgentInstance(AgentInstanceBase):
    def __init__(self, *args, **kwargs):
        self.turn = 0
    async def step(self, states, **kwargs):
        with Limit():
            hit = float(states["label"] in states["action_text"])
        return dict(rewards=torch.tensor(hit), environment_feedback="", done=True)


class AgentExecutor(MultiTurnAgentExecutor):
    def __init__(self):
        super().__init__(AgentInstance)

# %% at import
import signal

from typing import Any, Dict

import torch
from openrlhf.utils.agent import AgentInstanceBase, MultiTurnAgentExecutor
signal.signal(signal.SIGINT, signal.SIG_IGN)


class AgentInstance(AgentInstanceBase):
    def __init__(self, *args, **kwargs):
        self.turn = 0
    async def step(self, states, **kwargs):
        hit = torch.tensor(float(states["label"] in states["action_text"]))
        return {"rewards": hit, "scores": hit, "environment_feedback": "", "done": True}


class AgentExecutor(MultiTurnAgentExecutor):
    def __init__(self):
        super().__init__(AgentInstance)
