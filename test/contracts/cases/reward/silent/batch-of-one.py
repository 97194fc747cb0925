# class: batch-of-one
# Each call has one sample, so that statistics over the batch say nothing.

# %% normalised by mean and deviation
import torch


def reward_func(queries, prompts, labels):
    rewards = torch.tensor([float(label in query) for query, label in zip(queries, labels)])
    rewards = (rewards - rewards.mean()) / (rewards.std() + 1e-6)
    return {"rewards": rewards, "scores": rewards}

# %% minus the mean
def reward_func(queries, prompts, labels, **kwargs):
    values = [float(label in query) for query, label in zip(queries, labels)]
    mean = sum(values) / len(values)
    result = {"rewards": values[0] - mean}
    return result

# %% numpy
import numpy as np


def normalise(values):
    return (values - np.mean(values)) / (np.std(values) + 1e-8)


def reward_func(queries, prompts, labels):
    hits = np.array([float(label in query) for query, label in zip(queries, labels)])
    return {"rewards": float(normalise(hits)[0])}

# %% rank within the batch
import torch


def reward_func(queries, prompts, labels):
    hits = torch.tensor([float(label in query) - len(query) / 1000 for query, label in zip(queries, labels)])
    ranks = hits.argsort().argsort().float()
    return {"rewards": ranks / len(queries), "scores": ranks}

# %% softmax over the batch
import torch


def reward_func(queries, prompts, labels):
    lengths = torch.tensor([float(len(query)) for query in queries])
    return {"rewards": torch.softmax(-lengths, dim=0)}

# %% the share of the longest
def reward_func(queries, prompts, labels):
    longest = max(len(query) for query in queries)
    return {"rewards": len(queries[0]) / longest}
