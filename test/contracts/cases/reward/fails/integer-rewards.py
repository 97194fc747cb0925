# class: integer-rewards
# Integers and bools where a prompt has several samples: the deviation of a group cannot be computed up to 0.11.1.

# %% one or zero
def reward_func(queries, prompts, labels):
    return {"rewards": 1 if labels[0] in queries[0] else 0}

# %% bool
def reward_func(queries, prompts, labels, **kwargs):
    correct = labels[0] in queries[0]
    return dict(rewards=correct, scores=correct)

# %% int of a bool in steps
def reward_func(queries, prompts, labels):
    result = {}
    result["rewards"] = int(labels[0] in queries[0])
    result["scores"] = float(result["rewards"])
    return result

# %% a tensor of ints
import torch


def reward_func(queries, prompts, labels):
    rewards = torch.tensor([1 if label in query else 0 for query, label in zip(queries, labels)])
    return {"rewards": rewards, "scores": rewards.float()}

# %% LongTensor
import torch


def reward_func(queries, prompts, labels):
    rewards = torch.zeros(len(queries), dtype=torch.long)
    if labels[0] in queries[0]:
        rewards[0] = 1
    return {"rewards": rewards}

# %% counted by a helper
def count_hits(query, label):
    hits = 0
    if label in query:
        hits += 1
    if "\\boxed" in query:
        hits += 1
    return hits


def reward_func(queries, prompts, labels):
    return {"rewards": count_hits(queries[0], labels[0]), "scores": 1.0}

# %% a list of ints
def reward_func(queries, prompts, labels):
    return {"rewards": [1 if label in query else -1 for query, label in zip(queries, labels)]}

# %% numpy integer
import numpy as np


def reward_func(queries, prompts, labels):
    hits = np.array([label in query for query, label in zip(queries, labels)]).sum()
    return {"rewards": hits, "scores": float(hits)}
