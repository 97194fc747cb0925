# class: raises-on-some-samples
# An exception for one sample ends the run of all.

# %% float of a word
def reward_func(queries, prompts, labels):
    gold = float(labels[0])
    return {"rewards": float(str(gold) in queries[0])}

# %% no match
import re


def reward_func(queries, prompts, labels, **kwargs):
    answer = re.search(r"\\boxed\{(.*?)\}", queries[0]).group(1)
    result = {"rewards": float(answer == labels[0])}
    return result

# %% json of text
import json


def reward_func(queries, prompts, labels):
    answer = json.loads(queries[0][len(prompts[0]):])
    return dict(rewards=float(answer["answer"] == labels[0]))

# %% index of a list
def reward_func(queries, prompts, labels):
    answer = queries[0].split("<answer>")[1].split("</answer>")[0]
    return {"rewards": 1.0 if answer == labels[0] else 0.0}

# %% raise on purpose
def reward_func(queries, prompts, labels):
    if "\\boxed" not in queries[0]:
        raise ValueError("no boxed answer")
    return {"rewards": float(labels[0] in queries[0])}

# %% a label that is no dict
def reward_func(queries, prompts, labels):
    gold = labels[0]["answer"]
    return {"rewards": float(gold in queries[0])}

# %% an assertion on the batch
def reward_func(queries, prompts, labels):
    assert len(queries) == 8, "one group at a time"
    return {"rewards": float(labels[0] in queries[0])}

# %% an undefined name
def reward_func(queries, prompts, labels):
    rewards = torch.tensor([float(label in query) for query, label in zip(queries, labels)])  # noqa: F821
    return {"rewards": rewards}

# %% the whole list compared
def reward_func(queries, prompts, labels):
    return {"rewards": float(queries.strip().endswith(labels))}
