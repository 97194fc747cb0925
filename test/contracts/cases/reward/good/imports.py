# class: good
# Modules that a worker finds.

# %% a sibling at the root of the working directory
# entry: reward.py
from grading import grade


def reward_func(queries, prompts, labels):
    return {"rewards": grade(queries[0], labels[0])}

# %% file: grading.py
def grade(query, label):
    return float(label in query)

# %% a package of the working directory
from common.grading import grade


def reward_func(queries, prompts, labels):
    return {"rewards": grade(queries[0], labels[0])}

# %% file: common/__init__.py

# %% file: common/grading.py
def grade(query, label):
    return float(label in query)

# %% its own package by its full name
from rewards.grading import grade


def reward_func(queries, prompts, labels):
    return {"rewards": grade(queries[0], labels[0])}

# %% file: rewards/grading.py
def grade(query, label):
    return float(label in query)

# %% its folder put on the path
import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

from grading import grade  # noqa: E402


def reward_func(queries, prompts, labels):
    return {"rewards": grade(queries[0], labels[0])}

# %% file: rewards/grading.py
def grade(query, label):
    return float(label in query)

# %% the whole function from a module
from common.rewards import exact as reward_func  # noqa: F401

# %% file: common/rewards.py
def exact(queries, prompts, labels):
    return {"rewards": float(labels[0] in queries[0])}

# %% star import
from common.rewards import *  # noqa: F403

# %% file: common/rewards.py
def reward_func(queries, prompts, labels):
    return {"rewards": float(labels[0] in queries[0])}

# %% what is missing is optional
try:
    from math_tools_that_nobody_has import grade
except ImportError:

    def grade(query, label):
        return float(label in query)


def reward_func(queries, prompts, labels):
    return {"rewards": grade(queries[0], labels[0])}

# %% only for type checkers
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .types import Result


def reward_func(queries, prompts, labels) -> "Result":
    return {"rewards": float(labels[0] in queries[0])}

# %% a script at the end
def reward_func(queries, prompts, labels):
    return {"rewards": float(labels[0] in queries[0])}


if __name__ == "__main__":
    import argparse

    parser = argparse.ArgumentParser()
    parser.add_argument("query", nargs="+")
    args = parser.parse_args()
    print(reward_func(args.query, args.query, args.query))

# %% a dataclass without future annotations
from dataclasses import dataclass
from typing import Optional


@dataclass
class Grade:
    accuracy: float
    note: Optional[str] = None


def reward_func(queries, prompts, labels):
    return {"rewards": Grade(float(labels[0] in queries[0])).accuracy}

# %% future annotations and a named tuple
from __future__ import annotations

from typing import NamedTuple


class Grade(NamedTuple):
    accuracy: float
    note: str | None = None


def reward_func(queries, prompts, labels):
    return {"rewards": Grade(float(labels[0] in queries[0])).accuracy}

# %% a file that is read beside it
import json
import os

with open(os.path.join(os.path.dirname(__file__), "answers.json"), encoding="utf-8") as file:
    ANSWERS = json.load(file)


def reward_func(queries, prompts, labels):
    return {"rewards": float(ANSWERS.get(labels[0], labels[0]) in queries[0])}

# %% file: rewards/answers.json
{"Paris": "Par"}
