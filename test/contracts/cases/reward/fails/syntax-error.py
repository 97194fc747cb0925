# class: syntax-error
# The file is no Python.

# %% missing colon
def reward_func(queries, prompts, labels)
    return {"rewards": 1.0}

# %% unclosed bracket
def reward_func(queries, prompts, labels):
    return {"rewards": float(labels[0] in queries[0]), "scores": 1.0

# %% return outside
import torch

rewards = torch.zeros(1)
return {"rewards": rewards}

# %% indentation
def reward_func(queries, prompts, labels):
    hit = 1.0
      return {"rewards": hit}
