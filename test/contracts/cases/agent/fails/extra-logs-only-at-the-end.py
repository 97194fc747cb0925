# class: extra-logs-only-at-the-end
# An episode that is cut off by data.max_len ends with another result than the last.

# %% in the final literal
# texts: ["nothing here and nothing more to say about it, sorry for the long answer that I give you<|im_end|>", "4 12 3.5 Paris<|im_end|>"]
import torch
from openrlhf.utils.agent import AgentInstanceBase, MultiTurnAgentExecutor

class AgentInstance(AgentInstanceBase):
    def __init__(self, *args, **kwargs):
        self.turn = 0
    async def step(self, states, **kwargs):
        if states["label"] in states["action_text"]:
            return {"rewards": torch.ones(1), "environment_feedback": "", "done": True, "extra_logs": {"solved": 1.0}}
        return {"rewards": torch.zeros(1), "environment_feedback": "\nAgain: " + "." * 300, "done": False}


class AgentExecutor(MultiTurnAgentExecutor):
    def __init__(self):
        super().__init__(AgentInstance)

# %% added when done
# texts: ["nothing here and nothing more to say about it, sorry for the long answer that I give you<|im_end|>", "4 12 3.5 Paris<|im_end|>"]
from typing import Any, Dict

import torch
from openrlhf.utils.agent import AgentInstanceBase, MultiTurnAgentExecutor

class AgentInstance(AgentInstanceBase):
    def __init__(self, *args, **kwargs):
        self.turn = 0
    async def step(self, states, **kwargs):
        done = states["label"] in states["action_text"]
        result = dict(rewards=torch.zeros(1), environment_feedback="\nAgain: " + "." * 300, done=done)
        if done:
            result["extra_logs"] = {"turns": 1.0}
        return result


class AgentExecutor(MultiTurnAgentExecutor):
    def __init__(self):
        super().__init__(AgentInstance)

# %% another set of names while going on
# texts: ["nothing here and nothing more to say about it, sorry for the long answer that I give you<|im_end|>", "4 12 3.5 Paris<|im_end|>"]
import torch
from openrlhf.utils.agent import AgentInstanceBase, MultiTurnAgentExecutor

def going_on():
    return {"rewards": torch.zeros(1), "environment_feedback": "." * 400, "done": False, "extra_logs": {"going": 1.0}}


class AgentInstance(AgentInstanceBase):
    def __init__(self, *args, **kwargs):
        self.turn = 0
    async def step(self, states, **kwargs):
        if states["label"] not in states["action_text"]:
            return going_on()
        return {"rewards": torch.ones(1), "environment_feedback": "", "done": True, "extra_logs": {"solved": 1.0}}


class AgentExecutor(MultiTurnAgentExecutor):
    def __init__(self):
        super().__init__(AgentInstance)
