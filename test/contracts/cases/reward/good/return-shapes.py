# class: good
# The many ways to give the dict back.

# %% literal of floats
def reward_func(queries, prompts, labels):
    hit = float(labels[0] in queries[0])
    return {"rewards": hit, "scores": hit, "extra_logs": {"accuracy": hit}}

# %% only rewards
def reward_func(queries, prompts, labels):
    return {"rewards": float(labels[0] in queries[0])}

# %% dict call
def reward_func(queries, prompts, labels):
    hit = float(labels[0] in queries[0])
    return dict(rewards=hit, scores=hit, extra_logs=dict(accuracy=hit))

# %% built in steps
def reward_func(queries, prompts, labels):
    result = {}
    result["rewards"] = float(labels[0] in queries[0])
    result["scores"] = result["rewards"]
    result["extra_logs"] = {}
    return result

# %% update
def reward_func(queries, prompts, labels):
    result = {"rewards": 0.0, "scores": 0.0}
    if labels[0] in queries[0]:
        result.update(rewards=1.0, scores=1.0)
    return result

# %% update by a dict
def reward_func(queries, prompts, labels):
    result = dict()
    result.update({"rewards": float(labels[0] in queries[0])})
    return result

# %% merged with a bar
BASE = {"scores": 0.5}


def reward_func(queries, prompts, labels):
    return BASE | {"rewards": float(labels[0] in queries[0])}

# %% unpacked
DEFAULTS = {"rewards": 0.0, "scores": 0.0}


def reward_func(queries, prompts, labels):
    hit = float(labels[0] in queries[0])
    return {**DEFAULTS, "rewards": hit, "scores": hit}

# %% comprehension over the keys
def reward_func(queries, prompts, labels):
    hit = float(labels[0] in queries[0])
    return {key: hit for key in ("rewards", "scores")}

# %% zip
def reward_func(queries, prompts, labels):
    hit = float(labels[0] in queries[0])
    return dict(zip(["rewards", "scores", "extra_logs"], [hit, hit, {"hit": hit}]))

# %% fromkeys
def reward_func(queries, prompts, labels):
    return dict.fromkeys(["rewards", "scores"], float(labels[0] in queries[0]))

# %% a helper returns it
def pack(reward, **logs):
    return {"rewards": reward, "scores": reward, "extra_logs": logs}


def reward_func(queries, prompts, labels):
    hit = float(labels[0] in queries[0])
    return pack(hit, accuracy=hit, length=float(len(queries[0])))

# %% a helper fills it
def fill(result, query, label):
    result["rewards"] = float(label in query)
    result["scores"] = result["rewards"]


def reward_func(queries, prompts, labels):
    result = {}
    fill(result, queries[0], labels[0])
    return result

# %% setdefault
def reward_func(queries, prompts, labels):
    result = {}
    if labels[0] in queries[0]:
        result["rewards"] = 1.0
    result.setdefault("rewards", 0.0)
    return result

# %% a defaultdict
from collections import defaultdict


def reward_func(queries, prompts, labels):
    result = defaultdict(float)
    result["rewards"] += float(labels[0] in queries[0])
    result["rewards"] += 0.1 * float("\\boxed" in queries[0])
    return result

# %% keys from constants
REWARDS, SCORES, LOGS = "rewards", "scores", "extra_logs"


def reward_func(queries, prompts, labels):
    hit = float(labels[0] in queries[0])
    return {REWARDS: hit, SCORES: hit, LOGS: {"accuracy": hit}}

# %% a typed dict
from typing import TypedDict


class Result(TypedDict, total=False):
    rewards: float
    scores: float


def reward_func(queries, prompts, labels) -> Result:
    hit = float(labels[0] in queries[0])
    return Result(rewards=hit, scores=hit)

# %% asdict of a dataclass
from dataclasses import asdict, dataclass, field


@dataclass
class Result:
    rewards: float
    scores: float
    extra_logs: dict = field(default_factory=dict)


def reward_func(queries, prompts, labels):
    hit = float(labels[0] in queries[0])
    return asdict(Result(hit, hit, {"hit": hit}))

# %% vars of an object
class Outcome:
    def __init__(self, value):
        self.rewards = value
        self.scores = value


def reward_func(queries, prompts, labels):
    return vars(Outcome(float(labels[0] in queries[0])))

# %% json round trip
import json


def reward_func(queries, prompts, labels):
    text = json.dumps({"rewards": float(labels[0] in queries[0])})
    return json.loads(text)

# %% copied and changed
import copy

TEMPLATE = {"rewards": 0.0, "scores": 0.0, "extra_logs": {"accuracy": 0.0}}


def reward_func(queries, prompts, labels):
    result = copy.deepcopy(TEMPLATE)
    hit = float(labels[0] in queries[0])
    result["rewards"] = result["scores"] = hit
    result["extra_logs"]["accuracy"] = hit
    return result

# %% nothing under extra_logs
def reward_func(queries, prompts, labels):
    hit = float(labels[0] in queries[0])
    return {"rewards": hit, "scores": None, "extra_logs": None}

# %% further keys that nobody reads
def reward_func(queries, prompts, labels):
    hit = float(labels[0] in queries[0])
    return {"rewards": hit, "scores": hit, "reason": "exact match", "debug": {"query": queries[0]}}

# %% a mapping of one's own
class Result(dict):
    @classmethod
    def of(cls, value):
        result = cls()
        result["rewards"] = value
        return result


def reward_func(queries, prompts, labels):
    return Result.of(float(labels[0] in queries[0]))

# %% a key is renamed
def reward_func(queries, prompts, labels):
    result = {"reward": float(labels[0] in queries[0])}
    result["rewards"] = result.pop("reward")
    return result
