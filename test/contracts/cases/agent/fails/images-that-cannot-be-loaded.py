# class: images-that-cannot-be-loaded
# None of the images can be opened.

# %% names of files
# launch: --data.max_images_per_prompt 2
import torch
from openrlhf.utils.agent import AgentInstanceBase, MultiTurnAgentExecutor

class AgentInstance(AgentInstanceBase):
    def __init__(self, *args, **kwargs):
        self.turn = 0
    async def step(self, states, **kwargs):
        return {"rewards": torch.ones(1), "environment_feedback": "<image>", "environment_images": ["screen.png"], "done": True}


class AgentExecutor(MultiTurnAgentExecutor):
    def __init__(self):
        super().__init__(AgentInstance)

# %% arrays
# launch: --data.max_images_per_prompt 2
import numpy as np
import torch
from openrlhf.utils.agent import AgentInstanceBase, MultiTurnAgentExecutor


class AgentInstance(AgentInstanceBase):
    def __init__(self, *args, **kwargs):
        self.turn = 0
    async def step(self, states, **kwargs):
        result = dict(rewards=torch.ones(1), environment_feedback="<image>", done=True)
        result["environment_images"] = [np.zeros((8, 8, 3), dtype=np.uint8)]
        return result


class AgentExecutor(MultiTurnAgentExecutor):
    def __init__(self):
        super().__init__(AgentInstance)

# %% dicts
# launch: --data.max_images_per_prompt 2
from typing import Any, Dict

import torch
from openrlhf.utils.agent import AgentInstanceBase, MultiTurnAgentExecutor

def picture(url):
    return {"type": "image", "url": url}


class AgentInstance(AgentInstanceBase):
    def __init__(self, *args, **kwargs):
        self.turn = 0
    async def step(self, states, **kwargs):
        pictures = [picture("screen.png")]
        return {"rewards": torch.ones(1), "environment_feedback": "<image>", "environment_images": pictures, "done": True}


class AgentExecutor(MultiTurnAgentExecutor):
    def __init__(self):
        super().__init__(AgentInstance)
