# class: bare-number
# A number instead of a dict.

# %% float
def reward_func(queries, prompts, labels):
    return 1.0 if labels[0] in queries[0] else 0.5

# %% through a helper
def grade(query, label):
    if label in query:
        return 1.0
    return -1.0


def reward_func(queries, prompts, labels, **kwargs):
    return grade(queries[0], labels[0])

# %% item of a tensor
import torch


def reward_func(queries, prompts, labels):
    hits = torch.tensor([float(label in query) for query, label in zip(queries, labels)])
    return hits.mean().item() + 0.1
