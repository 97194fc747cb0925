# class: good
# The same numbers under the same names for every sample.

# %% initialised, then changed in branches
def reward_func(queries, prompts, labels):
    logs = {"boxed": 0.0, "correct": 0.0}
    if "\\boxed" in queries[0]:
        logs["boxed"] = 1.0
    if labels[0] in queries[0]:
        logs["correct"] = 1.0
    return {"rewards": logs["correct"], "extra_logs": logs}

# %% ints, bools and tensors
import torch


def reward_func(queries, prompts, labels):
    hit = labels[0] in queries[0]
    logs = {"hit": hit, "length": len(queries[0]), "share": torch.tensor([0.5]), "zero": torch.tensor(0)}
    return {"rewards": float(hit), "extra_logs": logs}

# %% names from a loop over a constant
PARTS = ("accuracy", "format", "brevity")


def reward_func(queries, prompts, labels):
    values = (float(labels[0] in queries[0]), float("\\boxed" in queries[0]), 1.0 / len(queries[0]))
    logs = {}
    for name, value in zip(PARTS, values):
        logs[f"reward_{name}"] = value
    return {"rewards": sum(values), "scores": values[0], "extra_logs": logs}

# %% names like reserved ones
def reward_func(queries, prompts, labels):
    hit = float(labels[0] in queries[0])
    return {"rewards": hit, "extra_logs": {"raw_reward": hit, "reward_accuracy": hit, "Score": hit, "my_kl": 0.0}}

# %% a list of one
def reward_func(queries, prompts, labels):
    hits = [float(label in query) for query, label in zip(queries, labels)]
    return {"rewards": hits[0], "extra_logs": {"count": 1.0 * len(hits)}}

# %% numpy numbers
import numpy as np


def reward_func(queries, prompts, labels):
    hit = np.float32(labels[0] in queries[0])
    return {"rewards": float(hit), "extra_logs": {"hit": hit, "log_length": np.log(len(queries[0]))}}

# %% a tensor of several, of which the first counts
import torch


def reward_func(queries, prompts, labels):
    hit = float(labels[0] in queries[0])
    return {"rewards": hit, "extra_logs": {"parts": torch.tensor([hit, 1.0])}}

# %% time and NaN as a mark
import time


def reward_func(queries, prompts, labels):
    started = time.perf_counter()
    hit = float(labels[0] in queries[0])
    logs = {"seconds": time.perf_counter() - started, "confidence": float("nan")}
    return {"rewards": hit, "extra_logs": logs}

# %% different on paths, with one name
def reward_func(queries, prompts, labels):
    if labels[0] in queries[0]:
        return {"rewards": 1.0, "extra_logs": {"correct": 1.0, "length": float(len(queries[0]))}}
    logs = dict(length=0.0)
    logs["correct"] = 0.0
    return {"rewards": 0.0, "extra_logs": logs}
