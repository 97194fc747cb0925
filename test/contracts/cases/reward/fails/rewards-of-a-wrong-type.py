# class: rewards-of-a-wrong-type
# `rewards` is text or an object that is no number.

# %% text
def reward_func(queries, prompts, labels):
    return {"rewards": "1.0" if labels[0] in queries[0] else "0.0"}

# %% f-string
def reward_func(queries, prompts, labels):
    hit = float(labels[0] in queries[0])
    result = {"rewards": f"{hit:.2f}"}
    result["scores"] = hit
    return result

# %% a dict of parts
def parts(query, label):
    return {"accuracy": float(label in query), "format": float("\\boxed" in query)}


def reward_func(queries, prompts, labels, **kwargs):
    return {"rewards": parts(queries[0], labels[0]), "scores": 1.0}

# %% dtype called as a function
import torch


def reward_func(queries, prompts, labels):
    return {"rewards": torch.float(0.0), "scores": torch.float(0.0), "extra_logs": {}}

# %% the function instead of its result
def grade(query, label):
    return float(label in query)


def reward_func(queries, prompts, labels):
    return {"rewards": grade, "scores": grade}
