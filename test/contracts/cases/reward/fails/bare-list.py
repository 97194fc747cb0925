# class: bare-list
# A list or a tuple instead of a dict.

# %% comprehension
def reward_func(queries, prompts, labels):
    return [1.0 if label in query else 0.0 for query, label in zip(queries, labels)]

# %% built in steps
import re


def reward_func(queries, prompts, labels, **kwargs):
    scores = []
    for query, label in zip(queries, labels):
        found = re.search(r"<answer>(.*?)</answer>", query)
        scores.append(float(bool(found) and found.group(1) == label))
    return scores

# %% tuple of rewards and logs
def reward_func(queries, prompts, labels):
    hit = float(labels[0] in queries[0])
    return [hit], {"hit": hit}

# %% list of dicts
def reward_func(queries, prompts, labels):
    return [{"rewards": float(label in query)} for query, label in zip(queries, labels)]
