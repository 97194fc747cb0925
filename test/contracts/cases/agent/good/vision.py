# class: good
# Agents of vision models.

# %% a picture with its placeholder
# launch: --data.max_images_per_prompt 2
import torch
from openrlhf.utils.agent import AgentInstanceBase, MultiTurnAgentExecutor
from PIL import Image


class AgentInstance(AgentInstanceBase):
    def __init__(self, *args, **kwargs):
        self.turn = 0

    async def step(self, states, **kwargs):
        self.turn += 1
        hit = float(states["label"] in states["action_text"])
        if hit or self.turn == 2:
            return {"rewards": torch.tensor(hit), "environment_feedback": "", "done": True}
        return {
            "rewards": torch.tensor(0.0),
            "environment_feedback": "\n<|im_start|>user\n<image>Look again.<|im_end|>\n<|im_start|>assistant\n",
            "environment_images": [Image.new("RGB", (8, 8))],
            "done": False,
        }


class AgentExecutor(MultiTurnAgentExecutor):
    def __init__(self):
        super().__init__(AgentInstance)

# %% text only on a vision model
# launch: --data.max_images_per_prompt 1
import torch
from openrlhf.utils.agent import AgentInstanceBase, MultiTurnAgentExecutor


class AgentInstance(AgentInstanceBase):
    def __init__(self, *args, **kwargs):
        pass

    async def step(self, states, **kwargs):
        result = {"rewards": torch.tensor(float(states["label"] in states["action_text"]))}
        result["environment_feedback"] = ""
        result["environment_images"] = []
        result["done"] = True
        return result


class AgentExecutor(MultiTurnAgentExecutor):
    def __init__(self):
        super().__init__(AgentInstance)

# %% two pictures built in steps
# launch: --data.max_images_per_prompt 4
import torch
from openrlhf.utils.agent import AgentInstanceBase, MultiTurnAgentExecutor
from PIL import Image

MARK = "<image>"


def screens(count):
    return [Image.new("RGB", (8, 8)) for _ in range(count)]


class AgentInstance(AgentInstanceBase):
    def __init__(self, *args, **kwargs):
        self.turn = 0

    async def reset(self, states, **kwargs):
        return {"observation": states["observation"]}

    async def step(self, states, **kwargs):
        self.turn += 1
        result = dict(rewards=torch.zeros(()), environment_feedback="", done=True)
        if states["label"] in states["action_text"]:
            result["rewards"] = torch.ones(())
        elif self.turn == 1:
            images = screens(2)
            result.update(environment_feedback=f"\n{MARK * len(images)} Again: ", environment_images=images, done=False)
        return result


class AgentExecutor(MultiTurnAgentExecutor):
    def __init__(self):
        super().__init__(AgentInstance)
