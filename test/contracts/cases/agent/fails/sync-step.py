# class: sync-step
# `step` is awaited.

# %% def
import torch
from openrlhf.utils.agent import AgentInstanceBase, MultiTurnAgentExecutor

class AgentInstance(AgentInstanceBase):
    def __init__(self, *args, **kwargs):
        self.turn = 0
    def step(self, states, **kwargs):
        hit = torch.tensor(float(states["label"] in states["action_text"]))
        return {"rewards": hit, "environment_feedback": "", "done": True}


class AgentExecutor(MultiTurnAgentExecutor):
    def __init__(self):
        super().__init__(AgentInstance)

# %% result of a helper
from typing import Any, Dict

import torch
from openrlhf.utils.agent import AgentInstanceBase, MultiTurnAgentExecutor

def outcome(hit):
    return {"rewards": torch.tensor(hit), "environment_feedback": "", "done": True}


class AgentInstance(AgentInstanceBase):
    def __init__(self, *args, **kwargs):
        self.turn = 0
    def step(self, state_dict: Dict[str, Any], **kwargs) -> Dict[str, Any]:
        return outcome(float(state_dict["label"] in state_dict["action_text"]))


class AgentExecutor(MultiTurnAgentExecutor):
    def __init__(self):
        super().__init__(AgentInstance)

# %% inherited from a base of one's own
import torch
from openrlhf.utils.agent import AgentInstanceBase, MultiTurnAgentExecutor

class Environment(AgentInstanceBase):
    def __init__(self, *args, **kwargs):
        self.turn = 0
    def step(self, states, **kwargs):
        result = {"rewards": torch.zeros(1)}
        result.update(environment_feedback="", done=True)
        return result


class AgentInstance(Environment):
    async def reset(self, states, **kwargs):
        return {"observation": states["observation"]}


class AgentExecutor(MultiTurnAgentExecutor):
    def __init__(self):
        super().__init__(AgentInstance)

# %% an async generator
import torch
from openrlhf.utils.agent import AgentInstanceBase, MultiTurnAgentExecutor

class AgentInstance(AgentInstanceBase):
    def __init__(self, *args, **kwargs):
        self.turn = 0
    async def step(self, states, **kwargs):
        yield {"rewards": torch.zeros(1), "environment_feedback": "", "done": True}


class AgentExecutor(MultiTurnAgentExecutor):
    def __init__(self):
        super().__init__(AgentInstance)
