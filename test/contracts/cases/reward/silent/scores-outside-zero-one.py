# class: scores-outside-zero-one
# Dynamic filtering keeps a group whose mean score lies between 0 and 1; other scales drop groups that differ.

# %% minus one and one
# launch: --algo.dynamic_filtering_enable
def reward_func(queries, prompts, labels):
    value = 1.0 if labels[0] in queries[0] else -1.0
    return {"rewards": value, "scores": value}

# %% percent
# launch: --algo.dynamic_filtering_enable
import torch


def reward_func(queries, prompts, labels, **kwargs):
    hit = torch.tensor([float(labels[0] in queries[0])])
    result = {"rewards": hit}
    result["scores"] = hit * 100.0
    return result

# %% points of a helper
# launch: --algo.dynamic_filtering_enable --algo.dynamic_filtering_range 0.0 1.0
def points(query, label):
    total = 2.0
    if label in query:
        total += 5.0
    if "\\boxed" in query:
        total += 3.0
    return total


def reward_func(queries, prompts, labels):
    value = points(queries[0], labels[0])
    return dict(rewards=value / 10, scores=value)

# %% a penalty
# launch: --algo.dynamic_filtering_enable
def reward_func(queries, prompts, labels):
    penalty = 0.0
    if "<answer>" not in queries[0]:
        penalty -= 2.0
    hit = float(labels[0] in queries[0])
    return {"rewards": hit, "scores": hit + penalty}
