# class: missing-reward-func
# The file defines no `reward_func` that its module has once it is loaded.

# %% only helpers
import re


def extract(text):
    found = re.findall(r"\\boxed\{(.*?)\}", text)
    return found[-1] if found else None


def score(query, label):
    return 1.0 if extract(query) == label else 0.0

# %% inside a class
class MathReward:
    def reward_func(self, queries, prompts, labels):
        return {"rewards": float(labels[0] in queries[0])}


grader = MathReward()

# %% only when run as a script
import torch


def grade(query, label):
    return float(label in query)


if __name__ == "__main__":

    def reward_func(queries, prompts, labels):
        return {"rewards": torch.tensor([grade(queries[0], labels[0])])}

# %% deleted again
def reward_func(queries, prompts, labels):
    return {"rewards": float(labels[0] in queries[0])}


math_reward = reward_func
del reward_func
