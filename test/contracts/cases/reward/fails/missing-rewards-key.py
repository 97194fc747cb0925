# class: missing-rewards-key
# The dict has no key `rewards`.

# %% reward
def reward_func(queries, prompts, labels):
    return {"reward": float(labels[0] in queries[0]), "scores": 1.0}

# %% score built in steps
import torch


def reward_func(queries, prompts, labels, **kwargs):
    result = {}
    result["score"] = torch.tensor([float(labels[0] in queries[0])])
    result["extra_logs"] = {"length": len(queries[0])}
    return result

# %% dict call
def reward_func(queries, prompts, labels):
    hit = float(labels[0] in queries[0])
    return dict(reward=hit, scores=hit)

# %% misspelled through a helper
def pack(value):
    return {"Rewards": value, "scores": value}


def reward_func(queries, prompts, labels):
    return pack(float(labels[0] in queries[0]))

# %% one path without it
def reward_func(queries, prompts, labels):
    if "\\boxed" not in queries[0]:
        return {"scores": 0.0}
    hit = float(labels[0] in queries[0])
    return {"rewards": hit, "scores": hit}

# %% an empty dict on one path
def reward_func(queries, prompts, labels):
    answer = queries[0][len(prompts[0]):]
    if len(answer) < 12:
        return {}
    return {"rewards": float(labels[0] in answer)}
