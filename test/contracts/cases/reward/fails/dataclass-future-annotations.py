# class: dataclass-future-annotations
# Dataclasses look up their module in sys.modules, where a file that is loaded by its path is not.

# %% decorator
from __future__ import annotations

from dataclasses import dataclass


@dataclass
class Grade:
    accuracy: float
    form: float


def reward_func(queries, prompts, labels):
    grade = Grade(float(labels[0] in queries[0]), float("\\boxed" in queries[0]))
    return {"rewards": grade.accuracy + 0.1 * grade.form}

# %% with options
from __future__ import annotations

import dataclasses


@dataclasses.dataclass(frozen=True)
class Settings:
    weight: float = 1.0
    name: str = "accuracy"


SETTINGS = Settings()


def reward_func(queries, prompts, labels, **kwargs):
    result = dict(rewards=SETTINGS.weight * float(labels[0] in queries[0]))
    return result

# %% with a field
from __future__ import annotations

from dataclasses import dataclass, field
from typing import Optional


@dataclass
class Record:
    query: str
    label: Optional[str] = None
    logs: dict = field(default_factory=dict)


def reward_func(queries, prompts, labels):
    record = Record(queries[0], labels[0])
    record.logs["hit"] = float(record.label in record.query)
    return {"rewards": record.logs["hit"], "extra_logs": record.logs}
