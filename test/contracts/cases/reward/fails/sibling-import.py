# class: sibling-import
# The folder of the file is not on the path of modules of a worker.

# %% from import
from grading import grade


def reward_func(queries, prompts, labels):
    return {"rewards": grade(queries[0], labels[0])}

# %% file: rewards/grading.py
def grade(query, label):
    return float(label in query)

# %% import
import torch

import answer_utils


def reward_func(queries, prompts, labels, **kwargs):
    hits = [float(answer_utils.same(q, l)) for q, l in zip(queries, labels)]
    return {"rewards": torch.tensor(hits)}

# %% file: rewards/answer_utils.py
def same(query, label):
    return label in query

# %% late, within the function
def reward_func(queries, prompts, labels):
    from grading import grade

    result = {"rewards": grade(queries[0], labels[0])}
    return result

# %% file: rewards/grading.py
def grade(query, label):
    return float(label in query)

# %% a package beside it
from parsers.boxed import last_boxed


def reward_func(queries, prompts, labels):
    return {"rewards": float(last_boxed(queries[0]) == labels[0])}

# %% file: rewards/parsers/__init__.py

# %% file: rewards/parsers/boxed.py
def last_boxed(text):
    return text.rsplit("\\boxed{", 1)[-1].split("}")[0]
