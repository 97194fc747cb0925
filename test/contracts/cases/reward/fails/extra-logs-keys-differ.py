# class: extra-logs-keys-differ
# The names of the metrics depend on the sample.

# %% two literals
def reward_func(queries, prompts, labels):
    if labels[0] in queries[0]:
        return {"rewards": 1.0, "extra_logs": {"correct": 1.0}}
    return {"rewards": 0.0, "extra_logs": {"wrong": 1.0}}

# %% a key that is added in a branch
import re

import torch


def reward_func(queries, prompts, labels, **kwargs):
    logs = {"length": float(len(queries[0]))}
    found = re.search(r"\\boxed\{(.*?)\}", queries[0])
    if found:
        logs["boxed_length"] = float(len(found.group(1)))
    hit = torch.tensor([float(bool(found) and found.group(1) == labels[0])])
    return {"rewards": hit, "scores": hit, "extra_logs": logs}

# %% none on one path
def reward_func(queries, prompts, labels):
    result = {"rewards": float(labels[0] in queries[0])}
    if "<think>" in queries[0]:
        result["extra_logs"] = {"thinks": 1.0}
    return result

# %% an f-string as the name
def reward_func(queries, prompts, labels):
    hit = float(labels[0] in queries[0])
    kind = "number" if labels[0][0].isdigit() else "text"
    return {"rewards": hit, "extra_logs": {f"accuracy_{kind}": hit}}

# %% an early return without logs
def reward_func(queries, prompts, labels):
    answer = queries[0][len(prompts[0]):].replace("<|im_end|>", "")
    if not answer:
        return {"rewards": 0.0, "scores": 0.0}
    hit = float(labels[0] in answer)
    return {"rewards": hit, "scores": hit, "extra_logs": {"accuracy": hit, "length": float(len(answer))}}

# %% a helper per kind
def by_box(query, label):
    hit = float("\\boxed{" + label + "}" in query)
    return dict(rewards=hit, extra_logs=dict(boxed=hit))


def by_text(query, label):
    hit = float(label in query)
    return dict(rewards=hit, extra_logs=dict(text=hit))


def reward_func(queries, prompts, labels):
    return by_box(queries[0], labels[0]) if "\\boxed" in queries[0] else by_text(queries[0], labels[0])
