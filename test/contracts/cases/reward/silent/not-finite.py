# class: not-finite
# NaN and infinity reach the training.

# %% zero over zero
import torch


def reward_func(queries, prompts, labels):
    hits = torch.tensor([float(labels[0] in queries[0])])
    return {"rewards": hits / hits}

# %% log of zero
import torch


def reward_func(queries, prompts, labels, **kwargs):
    probability = torch.tensor(float(labels[0] in queries[0]))
    result = {"rewards": torch.log(probability)}
    return result

# %% float inf
def reward_func(queries, prompts, labels):
    reward = float("-inf")
    if labels[0] in queries[0]:
        reward = 1.0
    return dict(rewards=reward)
