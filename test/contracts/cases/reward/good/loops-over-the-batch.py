# class: good
# Written for any number of samples, which is right for one.

# %% enumerate
import torch


def reward_func(queries, prompts, labels):
    rewards = torch.zeros(len(queries))
    for i, (query, label) in enumerate(zip(queries, labels)):
        if label in query:
            rewards[i] = 1.0
    return {"rewards": rewards, "scores": rewards, "extra_logs": {"accuracy": rewards}}

# %% lists of one
def reward_func(queries, prompts, labels):
    hits = [float(label in query) for query, label in zip(queries, labels)]
    mean = sum(hits) / len(hits)
    return {"rewards": mean, "scores": mean, "extra_logs": {"accuracy": hits[0]}}

# %% mean for the log
import torch


def reward_func(queries, prompts, labels):
    hits = torch.tensor([float(label in query) for query, label in zip(queries, labels)])
    return {"rewards": hits, "scores": hits, "extra_logs": {"mean_accuracy": hits.mean().item()}}

# %% std guarded for one
import torch


def reward_func(queries, prompts, labels):
    hits = torch.tensor([float(label in query) for query, label in zip(queries, labels)])
    if len(hits) > 1:
        hits = (hits - hits.mean()) / (hits.std() + 1e-6)
    return {"rewards": hits}

# %% map
def grade(query, label):
    return float(label in query)


def reward_func(queries, prompts, labels):
    (reward,) = map(grade, queries, labels)
    return {"rewards": reward}

# %% numpy vector
import numpy as np


def reward_func(queries, prompts, labels):
    rewards = np.zeros(len(queries), dtype=np.float32)
    for i, query in enumerate(queries):
        rewards[i] = 1.0 if labels[i] in query else 0.0
    return {"rewards": rewards[0], "scores": rewards[0]}

# %% a thread pool
from concurrent.futures import ThreadPoolExecutor


def grade(pair):
    query, label = pair
    return float(label in query)


def reward_func(queries, prompts, labels):
    with ThreadPoolExecutor(4) as pool:
        rewards = list(pool.map(grade, zip(queries, labels)))
    return {"rewards": rewards[0], "scores": rewards[0]}
