# class: good
# Floats and what becomes a float.

# %% tensor of one
import torch


def reward_func(queries, prompts, labels):
    hit = torch.tensor([float(labels[0] in queries[0])])
    return {"rewards": hit, "scores": hit, "extra_logs": {"hit": hit}}

# %% tensor without a dimension
import torch


def reward_func(queries, prompts, labels):
    hit = torch.tensor(float(labels[0] in queries[0]))
    return {"rewards": hit, "scores": hit, "extra_logs": {"hit": hit}}

# %% item
import torch


def reward_func(queries, prompts, labels):
    hits = torch.tensor([float(label in query) for query, label in zip(queries, labels)])
    return {"rewards": hits.mean().item(), "scores": hits[0].item()}

# %% tolist and an index
import torch


def reward_func(queries, prompts, labels):
    hits = torch.tensor([label in query for query, label in zip(queries, labels)]).float()
    return {"rewards": hits.tolist()[0]}

# %% numpy float
import numpy as np


def reward_func(queries, prompts, labels):
    hits = np.array([label in query for query, label in zip(queries, labels)], dtype=np.float32)
    return {"rewards": hits.mean(), "scores": float(hits[0])}

# %% numpy float64
import numpy as np


def reward_func(queries, prompts, labels):
    return {"rewards": np.float64(labels[0] in queries[0])}

# %% float of an int
def reward_func(queries, prompts, labels):
    count = queries[0].count(labels[0])
    return {"rewards": float(count), "extra_logs": {"count": count}}

# %% division of ints
def reward_func(queries, prompts, labels):
    answer = queries[0].split("assistant\n")[-1]
    hits = int(labels[0] in answer) + int("\\boxed" in answer)
    return {"rewards": hits / 2}

# %% int times float
def reward_func(queries, prompts, labels):
    return {"rewards": (labels[0] in queries[0]) * 1.0}

# %% int plus float
def reward_func(queries, prompts, labels):
    correct = 1 if labels[0] in queries[0] else 0
    return {"rewards": correct + 0.1 * ("\\boxed" in queries[0])}

# %% round to digits
def reward_func(queries, prompts, labels):
    value = len(queries[0]) / 200
    return {"rewards": round(value, 2)}

# %% negative
def reward_func(queries, prompts, labels):
    return {"rewards": 1.0 if labels[0] in queries[0] else -1.0}

# %% float tensors by type
import torch


def reward_func(queries, prompts, labels):
    rewards = torch.FloatTensor([1 if label in query else 0 for query, label in zip(queries, labels)])
    return {"rewards": rewards, "scores": rewards}

# %% dtype float on ints
import torch


def reward_func(queries, prompts, labels):
    rewards = torch.tensor([int(label in query) for query, label in zip(queries, labels)], dtype=torch.float)
    return {"rewards": rewards, "scores": rewards}

# %% zeros filled in place
import torch


def reward_func(queries, prompts, labels):
    rewards = torch.zeros(len(queries))
    for i in range(len(queries)):
        if labels[i] in queries[i]:
            rewards[i] = 1
    return {"rewards": rewards, "scores": rewards.clone()}

# %% ones minus
import torch


def reward_func(queries, prompts, labels):
    wrong = torch.tensor([float(labels[0] not in queries[0])])
    return {"rewards": torch.ones(1) - wrong}

# %% float method
import torch


def reward_func(queries, prompts, labels):
    rewards = torch.tensor([1 if labels[0] in queries[0] else 0]).float()
    return {"rewards": rewards}

# %% to a dtype
import torch


def reward_func(queries, prompts, labels):
    rewards = torch.tensor([labels[0] in queries[0]]).to(torch.float32)
    return {"rewards": rewards, "scores": rewards}

# %% half precision
import torch


def reward_func(queries, prompts, labels):
    return {"rewards": torch.tensor([float(labels[0] in queries[0])], dtype=torch.bfloat16)}

# %% stack of one
import torch


def reward_func(queries, prompts, labels):
    each = [torch.tensor(float(label in query)) for query, label in zip(queries, labels)]
    return {"rewards": torch.stack(each)}

# %% cat and mean
import torch


def reward_func(queries, prompts, labels):
    parts = torch.cat([torch.tensor([float(labels[0] in queries[0])]), torch.tensor([float("\\boxed" in queries[0])])])
    return {"rewards": parts.mean(), "scores": parts[0]}

# %% weighted sum of several
import torch

WEIGHTS = torch.tensor([0.8, 0.1, 0.1])


def reward_func(queries, prompts, labels):
    query = queries[0]
    parts = torch.tensor([float(labels[0] in query), float("<think>" in query), float("\\boxed" in query)])
    total = (parts * WEIGHTS).sum()
    return {
        "rewards": total,
        "scores": parts[0],
        "extra_logs": {"accuracy": parts[0], "thinks": parts[1], "boxed": parts[2]},
    }

# %% where
import torch


def reward_func(queries, prompts, labels):
    hits = torch.tensor([label in query for query, label in zip(queries, labels)])
    rewards = torch.where(hits, torch.tensor(1.0), torch.tensor(-0.5))
    return {"rewards": rewards}

# %% clamp
import torch


def reward_func(queries, prompts, labels):
    length = torch.tensor([float(len(queries[0]))])
    return {"rewards": (length / 120).clamp(0, 1)}

# %% a comparison turned into floats
import torch


def reward_func(queries, prompts, labels):
    lengths = torch.tensor([len(query) for query in queries])
    return {"rewards": (lengths > 75).float()}

# %% fraction as a float
from fractions import Fraction


def reward_func(queries, prompts, labels):
    words = queries[0].split()
    share = Fraction(sum(labels[0] in word for word in words), max(1, len(words)))
    return {"rewards": float(share)}

# %% max of floats
def reward_func(queries, prompts, labels):
    return {"rewards": max(0.1, float(labels[0] in queries[0]), 0.0)}

# %% sum of floats from zero
def reward_func(queries, prompts, labels):
    checks = (labels[0] in queries[0], "\\boxed" in queries[0])
    return {"rewards": sum(0.5 for check in checks if check) + 0.0}

# %% integers with one sample
# launch: --rollout.n_samples_per_prompt 1 --algo.advantage.estimator reinforce --rollout.batch_size 6
def reward_func(queries, prompts, labels):
    return {"rewards": 1 if labels[0] in queries[0] else 0}

# %% bool with one sample
# launch: --rollout.n_samples_per_prompt 1 --algo.advantage.estimator reinforce --rollout.batch_size 6
def reward_func(queries, prompts, labels):
    return {"rewards": labels[0] in queries[0], "scores": True}

# %% integer scores and logs
def reward_func(queries, prompts, labels):
    correct = labels[0] in queries[0]
    return {"rewards": float(correct), "scores": int(correct), "extra_logs": {"correct": correct, "length": len(queries[0])}}
