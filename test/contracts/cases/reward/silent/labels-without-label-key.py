# class: labels-without-label-key
# The reward compares labels, and the launch names no column for them: every label is the empty string.

# %% in
# label key: none
def reward_func(queries, prompts, labels):
    return {"rewards": float(labels[0] in queries[0])}

# %% equal
# label key: none
import re


def reward_func(queries, prompts, labels, **kwargs):
    found = re.findall(r"\\boxed\{(.*?)\}", queries[0])
    return dict(rewards=float(bool(found) and found[-1] == labels[0]))

# %% through a helper
# label key: none
import torch


def grade(answer, gold):
    return 1.0 if answer.strip() == gold.strip() else 0.0


def reward_func(queries, prompts, labels):
    rewards = torch.tensor([grade(query, label) for query, label in zip(queries, labels)])
    return {"rewards": rewards, "scores": rewards}
