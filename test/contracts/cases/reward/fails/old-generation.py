# class: old-generation
# Contracts that earlier releases had.

# %% first: queries and prompts
import torch


def reward_func(queries, prompts):
    return torch.tensor([float(len(query)) for query in queries])

# %% second: a tensor for the batch
import torch


def reward_func(queries, prompts, labels):
    # queries are prompts with responses, labels are the answers
    rewards = torch.zeros(len(queries))
    for index, (query, label) in enumerate(zip(queries, labels)):
        rewards[index] = 1.0 if label in query else 0.0
    return rewards

# %% second: random
import torch


def reward_func(queries, prompts, labels):
    print(queries)
    return torch.randn(len(queries))
