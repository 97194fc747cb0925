# class: extra-logs-no-numbers
# Values of `extra_logs` that are no numbers.

# %% text
import torch
from openrlhf.utils.agent import AgentInstanceBase, MultiTurnAgentExecutor

class AgentInstance(AgentInstanceBase):
    def __init__(self, *args, **kwargs):
        self.turn = 0
    async def step(self, states, **kwargs):
        hit = torch.tensor(float(states["label"] in states["action_text"]))
        return {"rewards": hit, "environment_feedback": "", "done": True, "extra_logs": {"action": states["action_text"]}}


class AgentExecutor(MultiTurnAgentExecutor):
    def __init__(self):
        super().__init__(AgentInstance)

# %% None in steps
from typing import Any, Dict

import torch
from openrlhf.utils.agent import AgentInstanceBase, MultiTurnAgentExecutor

class AgentInstance(AgentInstanceBase):
    def __init__(self, *args, **kwargs):
        self.turn = 0
    async def step(self, states, **kwargs):
        logs = {}
        logs["error"] = None
        result = {"rewards": torch.ones(1), "environment_feedback": "", "done": True}
        result["extra_logs"] = logs
        return result


class AgentExecutor(MultiTurnAgentExecutor):
    def __init__(self):
        super().__init__(AgentInstance)

# %% a nested dict
import torch
from openrlhf.utils.agent import AgentInstanceBase, MultiTurnAgentExecutor

class AgentInstance(AgentInstanceBase):
    def __init__(self, *args, **kwargs):
        self.turn = 0
    def metrics(self, text):
        return dict(tools=dict(python=text.count("```python")))

    async def step(self, states, **kwargs):
        return dict(rewards=torch.ones(1), environment_feedback="", done=True, extra_logs=self.metrics(states["action_text"]))


class AgentExecutor(MultiTurnAgentExecutor):
    def __init__(self):
        super().__init__(AgentInstance)
