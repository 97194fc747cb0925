# class: constant
# Every sample gets the same.

# %% literal
def reward_func(queries, prompts, labels):
    return {"rewards": 1.0, "scores": 1.0}

# %% compares with the list
def reward_func(queries, prompts, labels, **kwargs):
    reward = 0.0
    if queries[0] in labels:
        reward = 1.0
    return {"rewards": reward}

# %% zeros never filled
import torch


def reward_func(queries, prompts, labels):
    rewards = torch.zeros(len(queries))
    for i, label in enumerate(labels):
        hit = torch.tensor(float(label in queries[i]))
        rewards[i].add(hit)
    return dict(rewards=rewards)
