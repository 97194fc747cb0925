# class: bare-tensor
# The contract of old releases: a tensor instead of a dict.

# %% torch.tensor of a list
import torch


def reward_func(queries, prompts, labels):
    rewards = []
    for query, label in zip(queries, labels):
        rewards.append(1.0 if label in query else 0.0)
    return torch.tensor(rewards)

# %% two parameters of the first generation
import torch


def reward_func(queries, prompts, labels=None):
    lengths = [len(query) - len(prompt) for query, prompt in zip(queries, prompts)]
    return torch.tensor(lengths, dtype=torch.float)

# %% through a helper
import torch


def to_tensor(values):
    return torch.FloatTensor(values)


def reward_func(queries, prompts, labels, **kwargs):
    values = [float(label in query) for query, label in zip(queries, labels)]
    return to_tensor(values)

# %% zeros filled in place
import torch


def reward_func(queries, prompts, labels):
    rewards = torch.zeros(len(queries), dtype=torch.float32)
    for i, query in enumerate(queries):
        if labels[i] in query:
            rewards[i] = 1.0
    return rewards

# %% stacked
import torch


def reward_func(queries, prompts, labels):
    each = [torch.tensor(float(label in query)) for query, label in zip(queries, labels)]
    return torch.stack(each)

# %% arithmetic on tensors
import torch


def reward_func(queries, prompts, labels):
    accuracy = torch.tensor([float(label in query) for query, label in zip(queries, labels)])
    brevity = torch.tensor([1.0 / (1 + len(query)) for query in queries])
    return 0.9 * accuracy + 0.1 * brevity
