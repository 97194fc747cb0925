# class: rewards-none
# `rewards` is None on some path.

# %% literal
def reward_func(queries, prompts, labels):
    return {"rewards": None, "scores": 0.0, "extra_logs": {}}

# %% a helper that gives up
import re


def grade(query, label):
    found = re.search(r"\\boxed\{(.*?)\}", query)
    if found is None:
        return None
    return 1.0 if found.group(1) == label else 0.0


def reward_func(queries, prompts, labels):
    value = grade(queries[0], labels[0])
    return {"rewards": value, "scores": value}

# %% set before a branch
def reward_func(queries, prompts, labels, **kwargs):
    reward = None
    if labels[0] in queries[0]:
        reward = 1.0
    result = dict(rewards=reward)
    return result
