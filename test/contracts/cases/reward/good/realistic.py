# class: good
# Longer files, as projects have them.

# %% math with several parsers and weights from the environment
"""Reward for grade-school math.

The answer is expected in \\boxed{...}; `####` and <answer> are accepted for less.
"""
import logging
import os
import re
from typing import Callable, List, Optional, Tuple

import torch

logger = logging.getLogger(__name__)
logger.setLevel(os.environ.get("REWARD_LOG", "WARNING"))

WEIGHT_FORMAT = float(os.environ.get("WEIGHT_FORMAT", 0.1))
Parser = Callable[[str], Optional[str]]


def boxed(text: str) -> Optional[str]:
    found = re.findall(r"\\boxed\{([^}]*)\}", text)
    return found[-1] if found else None


def hashes(text: str) -> Optional[str]:
    if "####" not in text:
        return None
    return text.rsplit("####", 1)[1].split("<|")[0].strip()


def tagged(text: str) -> Optional[str]:
    found = re.search(r"<answer>(.*?)</answer>", text, re.S)
    return found and found.group(1).strip()


PARSERS: List[Tuple[Parser, float]] = [(boxed, 1.0), (hashes, 0.8), (tagged, 0.8)]


def grade(text: str, gold: str) -> Tuple[float, float]:
    for parser, weight in PARSERS:
        answer = parser(text)
        if answer is not None:
            return (weight if answer == gold else 0.0), 1.0
    return 0.0, 0.0


def reward_func(queries: List[str], prompts: List[str], labels: List[str], **kwargs):
    accuracies, formats = [], []
    for query, prompt, label in zip(queries, prompts, labels):
        response = query[len(prompt) :] if query.startswith(prompt) else query
        accuracy, form = grade(response, str(label))
        logger.debug("%s -> %s", response, accuracy)
        accuracies.append(accuracy)
        formats.append(form)
    accuracy, form = torch.tensor(accuracies), torch.tensor(formats)
    return {
        "rewards": accuracy + WEIGHT_FORMAT * form,
        "scores": (accuracy > 0).float(),
        "extra_logs": {"accuracy": accuracy, "format": form, "length": torch.tensor([float(len(q)) for q in queries])},
    }

# %% a registry of rewards by the label's kind
# labels: ["{\"kind\": \"math\", \"gold\": \"4\"}", "{\"kind\": \"math\", \"gold\": \"12\"}", "{\"kind\": \"math\", \"gold\": \"3.5\"}", "{\"kind\": \"text\", \"gold\": \"Paris\"}", "{\"kind\": \"text\", \"gold\": \"6\"}", "{\"kind\": \"other\", \"gold\": \"0\"}"]
import json

REGISTRY = {}


def register(kind):
    def decorator(function):
        REGISTRY[kind] = function
        return function

    return decorator


@register("math")
def math_reward(answer, gold):
    return 1.0 if "{" + gold + "}" in answer or f"<answer>{gold}<" in answer else 0.0


@register("text")
def text_reward(answer, gold):
    return 1.0 if gold.lower() in answer.lower() else -0.2


def default_reward(answer, gold):
    return 0.0


def reward_func(queries, prompts, labels):
    sample = json.loads(labels[0])
    function = REGISTRY.get(sample["kind"], default_reward)
    value = function(queries[0], sample["gold"])
    return {"rewards": value, "scores": max(0.0, value), "extra_logs": {"is_math": float(sample["kind"] == "math")}}

# %% a pipeline of classes
from abc import ABC, abstractmethod
from dataclasses import dataclass


class Part(ABC):
    name = "part"

    @abstractmethod
    def score(self, query: str, label: str) -> float: ...


class Accuracy(Part):
    name = "accuracy"

    def score(self, query, label):
        return float(label in query)


class Brevity(Part):
    name = "brevity"

    def score(self, query, label):
        return max(0.0, 1.0 - len(query) / 400)


@dataclass
class Weighted:
    part: Part
    weight: float


PIPELINE = [Weighted(Accuracy(), 1.0), Weighted(Brevity(), 0.2)]


def reward_func(queries, prompts, labels):
    total, logs = 0.0, {}
    for weighted in PIPELINE:
        value = weighted.part.score(queries[0], labels[0])
        total += weighted.weight * value
        logs[weighted.part.name] = value
    return {"rewards": total, "scores": logs["accuracy"], "extra_logs": logs}

# %% code with test cases
# labels: ["4", "[\"assert 3 * 4 == 12\", \"assert 2 > 1\"]", "3.5", "Paris", "6", "0"]
import json
import os
import re
import subprocess
import sys
import tempfile


def extract_code(text):
    blocks = re.findall(r"```(?:python)?\n(.*?)```", text, flags=re.DOTALL)
    return blocks[-1] if blocks else None


def passes(code, test, timeout=5):
    with tempfile.NamedTemporaryFile("w", suffix=".py", delete=False) as file:
        file.write(code + "\n" + test + "\n")
        path = file.name
    try:
        done = subprocess.run([sys.executable, "-I", "-S", path], capture_output=True, timeout=timeout)
        return done.returncode == 0
    except subprocess.TimeoutExpired:
        return False
    finally:
        os.unlink(path)


def reward_func(queries, prompts, labels, **kwargs):
    rewards = []
    for query, label in zip(queries, labels):
        try:
            tests = json.loads(label)
        except (TypeError, ValueError):
            tests = None
        code = extract_code(query)
        if code is None or not isinstance(tests, list):
            rewards.append(0.0 if code is None else 0.1)
            continue
        rewards.append(sum(passes(code, test) for test in tests) / len(tests))
    return {"rewards": rewards[0], "scores": rewards[0], "extra_logs": {"pass_rate": rewards[0]}}

# %% a judge with a pool and a fallback
import concurrent.futures
import os
import random
import time

import requests

ENDPOINTS = os.environ.get("JUDGE_URLS", os.environ.get("JUDGE_URL", "")).split(",")
POOL = concurrent.futures.ThreadPoolExecutor(max_workers=16)


class JudgeError(RuntimeError):
    """No judge has answered."""


def ask(text, retries=3):
    error = None
    for attempt in range(retries):
        try:
            answer = requests.post(random.choice(ENDPOINTS), json={"text": text}, timeout=30)
            answer.raise_for_status()
            return answer.json()["score"]
        except (requests.RequestException, KeyError, ValueError) as exception:
            error = exception
            time.sleep(0.01 * 2**attempt)
    raise JudgeError(str(error))


def reward_func(queries, prompts, labels):
    futures = [POOL.submit(ask, query) for query in queries]
    scores, failed = [], 0.0
    for future in futures:
        try:
            scores.append(float(future.result(timeout=60)))
        except (JudgeError, concurrent.futures.TimeoutError):
            scores.append(0.0)
            failed += 1.0
    return {"rewards": scores[0], "scores": scores[0], "extra_logs": {"judge_failed": failed}}

# %% soft overlong punishment
import torch

MAX_LENGTH, BUFFER = 120, 40


def overlong(length):
    if length <= MAX_LENGTH - BUFFER:
        return 0.0
    if length <= MAX_LENGTH:
        return (MAX_LENGTH - BUFFER - length) / BUFFER
    return -1.0


def reward_func(queries, prompts, labels):
    accuracy = torch.tensor([1.0 if label in query else -1.0 for query, label in zip(queries, labels)])
    penalty = torch.tensor([overlong(len(query)) for query in queries])
    return dict(
        rewards=accuracy + penalty,
        scores=(accuracy + 1) / 2,
        extra_logs=dict(overlong_penalty=penalty, accuracy_reward=accuracy),
    )

# %% repetition and language
from collections import Counter


def ngrams(words, n):
    return [tuple(words[i : i + n]) for i in range(len(words) - n + 1)]


def repetition(text, n=2):
    counts = Counter(ngrams(text.split(), n))
    total = sum(counts.values())
    return 0.0 if total == 0 else 1.0 - len(counts) / total


def ascii_share(text):
    if not text:
        return 1.0
    return sum(ord(character) < 128 for character in text) / len(text)


def reward_func(queries, prompts, labels):
    text = queries[0]
    parts = {"repetition": -repetition(text), "language": ascii_share(text), "hit": 1.0 * (labels[0] in text)}
    return {"rewards": sum(parts.values()), "extra_logs": parts}

# %% the third generation's file, still right
import torch


def reward_func(queries, prompts, labels, **kwargs):
    """Written for whole batches; now each has one sample."""
    reward = torch.zeros(len(queries), dtype=torch.float)
    for index in range(len(queries)):
        answer = queries[index].split("assistant\n")[-1]
        if str(labels[index]) in answer:
            reward[index] = 1.0
    print(f"mean reward {reward.mean().item():.3f}")
    return {"rewards": reward, "scores": reward, "extra_logs": {"dummy_scores": reward}}

# %% a response object with attributes
from types import SimpleNamespace


def parse(query):
    answer = SimpleNamespace(text=query, boxed=None, valid=False)
    if "\\boxed{" in query:
        answer.boxed = query.split("\\boxed{")[-1].split("}")[0]
        answer.valid = True
    return answer


def reward_func(queries, prompts, labels):
    answer = parse(queries[0])
    if not answer.valid:
        return {"rewards": -0.5, "scores": 0.0, "extra_logs": {"valid": 0.0}}
    hit = float(answer.boxed == labels[0])
    return {"rewards": hit, "scores": hit, "extra_logs": {"valid": 1.0}}

# %% results collected in a dict of lists
import torch


def reward_func(queries, prompts, labels):
    columns = {"rewards": [], "scores": []}
    for query, label in zip(queries, labels):
        hit = float(label in query)
        columns["rewards"].append(2 * hit - 1)
        columns["scores"].append(hit)
    return {name: torch.tensor(values) for name, values in columns.items()}

# %% a ternary chain in one return
import numpy as np


def reward_func(queries, prompts, labels):
    q, l = queries[0], labels[0]
    r = 1.0 if "{" + l + "}" in q else 0.8 if l in q else 0.1 if "\\boxed" in q else 0.0
    return dict(rewards=np.clip(r, 0, 1), scores=float(np.clip(r, 0, 1) > 0.5))

# %% nested functions and nonlocal
def reward_func(queries, prompts, labels):
    total = 0.0

    def add(name, condition, weight):
        nonlocal total
        total += weight * condition
        logs[name] = float(condition)

    logs = {}
    add("correct", labels[0] in queries[0], 1.0)
    add("boxed", "\\boxed" in queries[0], 0.1)
    return {"rewards": total, "extra_logs": logs}

# %% deleted keys and pops
def reward_func(queries, prompts, labels):
    parts = {"correct": float(labels[0] in queries[0]), "note": "exact", "weight": 2.0}
    parts.pop("note")
    weight = parts.pop("weight")
    result = {"rewards": weight * parts["correct"], "tmp": None, "extra_logs": parts}
    del result["tmp"]
    return result

# %% an optional library
try:
    import rapidfuzz_that_is_not_here as fuzz
except ImportError:
    fuzz = None

from difflib import SequenceMatcher


def similarity(a, b):
    if fuzz is not None:
        return fuzz.ratio(a, b) / 100
    return SequenceMatcher(None, a, b).ratio()


def reward_func(queries, prompts, labels):
    return {"rewards": similarity(queries[0][-20:], labels[0])}

# %% no gradient
import torch


@torch.no_grad()
def reward_func(queries, prompts, labels):
    hits = torch.tensor([float(label in query) for query, label in zip(queries, labels)])
    return {"rewards": hits.sigmoid(), "scores": hits}

# %% a seeded random tie-break
import hashlib


def noise(text):
    return int(hashlib.md5(text.encode()).hexdigest(), 16) % 1000 / 1e6


def reward_func(queries, prompts, labels):
    base = float(labels[0] in queries[0])
    return {"rewards": base + noise(queries[0]), "scores": base}

# %% bytes, slices and unpacking
def reward_func(queries, prompts, labels):
    [query], [label] = queries, labels
    head, *_, tail = query.splitlines() or [""]
    value, extra = divmod(len(head) + len(tail), 7)
    rewards, *rest = [float(label in tail) + value / 100, extra]
    return {"rewards": rewards, "extra_logs": {"rest": float(rest[0])}}

# %% percentages and rounding
def reward_func(queries, prompts, labels):
    words = queries[0].split()
    share = 100 * sum(labels[0] in word for word in words) / max(len(words), 1)
    return {"rewards": round(share) / 100, "scores": share / 100, "extra_logs": {"percent": round(share)}}
