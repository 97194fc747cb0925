# class: relative-import
# The file is loaded by its path and belongs to no package.

# %% from a sibling
import torch

from .grading import grade


def reward_func(queries, prompts, labels):
    return {"rewards": torch.tensor([grade(queries[0], labels[0])])}

# %% file: rewards/grading.py
def grade(query, label):
    return float(label in query)

# %% file: rewards/__init__.py

# %% from the package above
from ..common import grade


def reward_func(queries, prompts, labels, **kwargs):
    result = {"rewards": grade(queries[0], labels[0])}
    return result

# %% file: common.py
def grade(query, label):
    return float(label in query)

# %% inside the function
def reward_func(queries, prompts, labels):
    from . import grading

    return dict(rewards=grading.grade(queries[0], labels[0]))

# %% file: rewards/grading.py
def grade(query, label):
    return float(label in query)
