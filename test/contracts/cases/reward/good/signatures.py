# class: good
# Ways to take three positional arguments.

# %% annotations
from typing import Any, Dict, List

import torch


def reward_func(queries: List[str], prompts: List[str], labels: List[str]) -> Dict[str, Any]:
    rewards = torch.tensor([float(label in query) for query, label in zip(queries, labels)])
    return {"rewards": rewards, "scores": rewards}

# %% future annotations
from __future__ import annotations


def reward_func(queries: list[str], prompts: list[str], labels: list[str] | None = None) -> dict[str, float]:
    return {"rewards": float(labels[0] in queries[0])}

# %% kwargs
def reward_func(queries, prompts, labels, **kwargs):
    return {"rewards": float(labels[0] in queries[0])}

# %% star args
def reward_func(*args, **kwargs):
    queries, _, labels = args
    return {"rewards": float(labels[0] in queries[0])}

# %% star args after two
def reward_func(queries, prompts, *rest):
    labels = rest[0]
    return {"rewards": float(labels[0] in queries[0])}

# %% defaults
def reward_func(queries, prompts=None, labels=None, weight=1.0, *, debug=False):
    return {"rewards": weight * float(labels[0] in queries[0])}

# %% positional only
def reward_func(queries, prompts, labels, /):
    return {"rewards": float(labels[0] in queries[0])}

# %% other names
def reward_func(texts, inputs, answers):
    return {"rewards": float(answers[0] in texts[0])}

# %% underscore for what is not used
def reward_func(queries, _prompts, labels):
    return {"rewards": float(labels[0] in queries[0])}

# %% a method of an object
class Grader:
    def __init__(self, weight):
        self.weight = weight

    def grade(self, queries, prompts, labels):
        return {"rewards": self.weight * float(labels[0] in queries[0])}


reward_func = Grader(2.0).grade

# %% a callable object
class Grader:
    marks = ("\\boxed{", "<answer>")

    def __call__(self, queries, prompts, labels, **kwargs):
        hit = any(mark + labels[0] in queries[0] for mark in self.marks)
        return {"rewards": float(hit)}


reward_func = Grader()

# %% a static method
class Rewards:
    @staticmethod
    def exact(queries, prompts, labels):
        return {"rewards": float(labels[0] in queries[0])}


reward_func = Rewards.exact

# %% a class method
class Rewards:
    weight = 0.5

    @classmethod
    def exact(cls, queries, prompts, labels):
        return {"rewards": cls.weight * float(labels[0] in queries[0])}


reward_func = Rewards.exact

# %% partial
import functools


def weighted(weight, queries, prompts, labels):
    return {"rewards": weight * float(labels[0] in queries[0])}


reward_func = functools.partial(weighted, 0.5)

# %% a closure
def make(weight):
    def reward(queries, prompts, labels):
        return {"rewards": weight * float(labels[0] in queries[0])}

    return reward


reward_func = make(0.7)

# %% a lambda
reward_func = lambda queries, prompts, labels: {"rewards": float(labels[0] in queries[0])}  # noqa: E731

# %% a decorated function
import functools


def safe(function):
    @functools.wraps(function)
    def inner(queries, prompts, labels, **kwargs):
        try:
            return function(queries, prompts, labels, **kwargs)
        except Exception:
            return {"rewards": 0.0, "scores": 0.0}

    return inner


@safe
def reward_func(queries, prompts, labels):
    gold = float(labels[0])
    hit = float(f"{gold:g}" in queries[0])
    return {"rewards": hit, "scores": hit}

# %% a decorator that changes the contract
def per_sample(function):
    def inner(queries, prompts, labels):
        values = [function(query, label) for query, label in zip(queries, labels)]
        return {"rewards": values[0], "scores": values[0]}

    return inner


@per_sample
def reward_func(query, label):
    return float(label in query)

# %% a decorator that runs a coroutine
import asyncio


def blocking(function):
    def inner(*args):
        return asyncio.run(function(*args))

    return inner


@blocking
async def reward_func(queries, prompts, labels):
    await asyncio.sleep(0)
    return {"rewards": float(labels[0] in queries[0])}

# %% defined in a branch
import os

if os.environ.get("STRICT"):

    def reward_func(queries, prompts, labels):
        return {"rewards": float(queries[0].endswith(labels[0]))}

else:

    def reward_func(queries, prompts, labels):
        return {"rewards": float(labels[0] in queries[0])}

# %% the name given at the end
def exact_match(queries, prompts, labels):
    return {"rewards": float(labels[0] in queries[0])}


def always_right(queries, prompts, labels):
    return {"rewards": 1.0}


REWARDS = {"exact": exact_match, "right": always_right}
reward_func = REWARDS["exact"]

# %% set through globals
def exact(queries, prompts, labels):
    return {"rewards": float(labels[0] in queries[0])}


globals()["reward_func"] = exact

# %% defined twice, the last counts
def reward_func(queries, prompts):
    return 0.0


def reward_func(queries, prompts, labels):  # noqa: F811
    return {"rewards": float(labels[0] in queries[0])}
