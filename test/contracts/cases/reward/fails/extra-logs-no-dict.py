# class: extra-logs-no-dict
# `extra_logs` is no dict.

# %% a list
def reward_func(queries, prompts, labels):
    hit = float(labels[0] in queries[0])
    return {"rewards": hit, "extra_logs": [hit]}

# %% a tensor
import torch


def reward_func(queries, prompts, labels):
    result = {"rewards": float(labels[0] in queries[0])}
    result["extra_logs"] = torch.tensor([1.0])
    return result

# %% a number of a helper
def length_of(query):
    return float(len(query))


def reward_func(queries, prompts, labels, **kwargs):
    return dict(rewards=float(labels[0] in queries[0]), extra_logs=length_of(queries[0]))

# %% pairs
def reward_func(queries, prompts, labels):
    hit = float(labels[0] in queries[0])
    return {"rewards": hit, "extra_logs": [("hit", hit), ("length", 1.0)]}
