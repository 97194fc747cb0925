# class: extra-logs-reserved
# Names that the trainer writes itself.

# %% reward
import torch
from openrlhf.utils.agent import AgentInstanceBase, MultiTurnAgentExecutor

class AgentInstance(AgentInstanceBase):
    def __init__(self, *args, **kwargs):
        self.turn = 0
    async def step(self, states, **kwargs):
        hit = torch.tensor(float(states["label"] in states["action_text"]))
        return {"rewards": hit, "environment_feedback": "", "done": True, "extra_logs": {"reward": hit}}


class AgentExecutor(MultiTurnAgentExecutor):
    def __init__(self):
        super().__init__(AgentInstance)

# %% kl in steps
from typing import Any, Dict

import torch
from openrlhf.utils.agent import AgentInstanceBase, MultiTurnAgentExecutor

class AgentInstance(AgentInstanceBase):
    def __init__(self, *args, **kwargs):
        self.turn = 0
    async def step(self, states, **kwargs):
        result = dict(rewards=torch.ones(1), environment_feedback="", done=True)
        result["extra_logs"] = {}
        result["extra_logs"]["kl"] = 0.1
        return result


class AgentExecutor(MultiTurnAgentExecutor):
    def __init__(self):
        super().__init__(AgentInstance)

# %% score of a helper
import torch
from openrlhf.utils.agent import AgentInstanceBase, MultiTurnAgentExecutor

def logs(value):
    return {"score": value, "doubled": 2 * value}


class AgentInstance(AgentInstanceBase):
    def __init__(self, *args, **kwargs):
        self.turn = 0
    async def step(self, states, **kwargs):
        hit = float(states["label"] in states["action_text"])
        return {"rewards": torch.tensor(hit), "environment_feedback": "", "done": True, "extra_logs": logs(hit)}


class AgentExecutor(MultiTurnAgentExecutor):
    def __init__(self):
        super().__init__(AgentInstance)
