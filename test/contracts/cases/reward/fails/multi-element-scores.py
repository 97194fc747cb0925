# class: multi-element-scores
# `scores` has more than one element.

# %% a tensor of two
import torch


def reward_func(queries, prompts, labels):
    hit = float(labels[0] in queries[0])
    return {"rewards": torch.tensor([hit]), "scores": torch.tensor([hit, hit])}

# %% concatenated
import torch


def reward_func(queries, prompts, labels):
    hit = torch.tensor([float(labels[0] in queries[0])])
    form = torch.tensor([float("\\boxed" in queries[0])])
    result = {"rewards": hit + form}
    result["scores"] = torch.cat([hit, form])
    return result

# %% ones by length
import torch


def reward_func(queries, prompts, labels):
    hit = float(labels[0] in queries[0])
    return dict(rewards=hit, scores=torch.ones(2) * hit)
