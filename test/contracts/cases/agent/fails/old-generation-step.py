# class: old-generation-step
# Contracts of earlier releases: a function `step` of the module.

# %% state and a tuple
import torch


async def step(state, action, label, **kwargs):
    reward = torch.tensor(float(label in action))
    return reward, state + action, True, {}

# %% observation and a dict
from typing import Any, Dict

import torch


async def step(observation, action, label, **kwargs) -> Dict[str, Any]:
    done = torch.rand(1).item() > 0.5
    return {
        "rewards": torch.tensor(float(label in action)),
        "scores": torch.tensor(float(label in action)),
        "next_observation": observation + action,
        "done": done,
        "sampling_params": kwargs.get("sampling_params"),
        "extra_logs": {},
    }

# %% a counter of the module
import torch

step_idx = 0


async def step(observation, action, label, **kwargs):
    global step_idx
    step_idx += 1
    result = {"rewards": torch.zeros(1), "next_observation": observation + action}
    result["done"] = step_idx >= 3
    return result
