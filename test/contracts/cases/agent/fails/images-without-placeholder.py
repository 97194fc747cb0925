# class: images-without-placeholder
# The feedback has no place for its images.

# %% empty feedback
# launch: --data.max_images_per_prompt 4
import torch
from openrlhf.utils.agent import AgentInstanceBase, MultiTurnAgentExecutor
from PIL import Image


class AgentInstance(AgentInstanceBase):
    def __init__(self, *args, **kwargs):
        self.turn = 0
    async def step(self, states, **kwargs):
        self.turn += 1
        return {
            "rewards": torch.tensor(float(states["label"] in states["action_text"])),
            "environment_feedback": "",
            "environment_images": [Image.new("RGB", (8, 8))],
            "done": self.turn == 2,
        }


class AgentExecutor(MultiTurnAgentExecutor):
    def __init__(self):
        super().__init__(AgentInstance)

# %% plain text in steps
# launch: --data.max_images_per_prompt 2
from typing import Any, Dict

import torch
from openrlhf.utils.agent import AgentInstanceBase, MultiTurnAgentExecutor
from PIL import Image


class AgentInstance(AgentInstanceBase):
    def __init__(self, *args, **kwargs):
        self.turn = 0
    async def step(self, states, **kwargs):
        result = {"rewards": torch.ones(1), "done": True}
        result["environment_feedback"] = "\nThis is the screen now.\n"
        result["environment_images"] = [Image.new("RGB", (8, 8))]
        return result


class AgentExecutor(MultiTurnAgentExecutor):
    def __init__(self):
        super().__init__(AgentInstance)

# %% two for one
# launch: --data.max_images_per_prompt 3
import torch
from openrlhf.utils.agent import AgentInstanceBase, MultiTurnAgentExecutor
from PIL import Image


def screen():
    return Image.new("RGB", (8, 8))


class AgentInstance(AgentInstanceBase):
    def __init__(self, *args, **kwargs):
        self.turn = 0
    async def step(self, states, **kwargs):
        self.turn += 1
        images = [screen(), screen()]
        return dict(rewards=torch.ones(1), environment_feedback="<image> Go on.", environment_images=images, done=self.turn > 1)


class AgentExecutor(MultiTurnAgentExecutor):
    def __init__(self):
        super().__init__(AgentInstance)
