# class: good
# Every path gives a whole dict.

# %% early returns
def reward_func(queries, prompts, labels):
    answer = queries[0].split("assistant\n")[-1].replace("<|im_end|>", "").strip()
    if not answer:
        return {"rewards": -1.0, "scores": 0.0, "extra_logs": {"empty": 1.0}}
    if answer == labels[0]:
        return {"rewards": 1.0, "scores": 1.0, "extra_logs": {"empty": 0.0}}
    return {"rewards": 0.0, "scores": 0.0, "extra_logs": {"empty": 0.0}}

# %% if elif else
def reward_func(queries, prompts, labels):
    if labels[0] in queries[0] and "\\boxed" in queries[0]:
        return {"rewards": 1.0}
    elif labels[0] in queries[0]:
        return {"rewards": 0.5}
    else:
        return {"rewards": 0.0}

# %% try and except
import json


def reward_func(queries, prompts, labels):
    answer = queries[0].split("assistant\n")[-1].replace("<|im_end|>", "")
    try:
        parsed = json.loads(answer)
        hit = float(parsed["answer"] == labels[0])
    except (ValueError, KeyError, TypeError):
        hit = 0.0
    return {"rewards": hit, "scores": hit}

# %% except returns too
def reward_func(queries, prompts, labels):
    try:
        value = float(labels[0])
        return {"rewards": float(str(value).rstrip("0").rstrip(".") in queries[0])}
    except ValueError:
        return {"rewards": float(labels[0].lower() in queries[0].lower())}

# %% try else finally
import time


def reward_func(queries, prompts, labels):
    started = time.time()
    try:
        gold = float(labels[0])
    except ValueError:
        reward = float(labels[0] in queries[0])
    else:
        reward = float(f"{gold:g}" in queries[0])
    finally:
        seconds = time.time() - started
    return {"rewards": reward, "extra_logs": {"seconds": seconds}}

# %% everything guarded
import logging

logger = logging.getLogger(__name__)


def grade(query, label):
    return 1.0 / query.count(label)


def reward_func(queries, prompts, labels):
    try:
        reward = grade(queries[0], labels[0])
    except Exception:
        logger.exception("cannot grade")
        reward = 0.0
    return {"rewards": reward, "scores": reward, "extra_logs": {"reward_raw": reward}}

# %% match statement
def reward_func(queries, prompts, labels):
    match (labels[0] in queries[0], "\\boxed" in queries[0]):
        case (True, True):
            return {"rewards": 1.0}
        case (True, False):
            return {"rewards": 0.5}
        case _:
            return {"rewards": 0.0}

# %% loop with else
def reward_func(queries, prompts, labels):
    for mark in ("\\boxed{", "<answer>"):
        if mark + labels[0] in queries[0]:
            reward = 1.0
            break
    else:
        reward = 0.0
    return {"rewards": reward}

# %% while true
def reward_func(queries, prompts, labels):
    text = queries[0]
    while True:
        if labels[0] in text[-30:]:
            return {"rewards": 1.0}
        text = text[:-30]
        if len(text) < 60:
            return {"rewards": 0.0}

# %% raise that is caught
class NoAnswer(Exception):
    pass


def extract(query):
    if "\\boxed{" not in query:
        raise NoAnswer
    return query.split("\\boxed{")[1].split("}")[0]


def reward_func(queries, prompts, labels):
    try:
        answer = extract(queries[0])
    except NoAnswer:
        return {"rewards": 0.0}
    return {"rewards": float(answer == labels[0])}

# %% conditional expressions
def reward_func(queries, prompts, labels):
    hit = labels[0] in queries[0]
    return {"rewards": 1.0, "scores": 1.0} if hit else {"rewards": -1.0, "scores": 0.0}

# %% or with a default
def find(query, label):
    if label in query:
        return {"rewards": 1.0}


def reward_func(queries, prompts, labels):
    return find(queries[0], labels[0]) or {"rewards": 0.0}

# %% with suppress
import contextlib


def reward_func(queries, prompts, labels):
    reward = 0.0
    with contextlib.suppress(IndexError):
        reward = float(queries[0].split("<answer>")[1].startswith(labels[0]))
    return {"rewards": reward}

# %% assert that holds
def reward_func(queries, prompts, labels):
    assert len(queries) == len(prompts) == len(labels)
    return {"rewards": float(labels[0] in queries[0])}

# %% names bound in both branches
def reward_func(queries, prompts, labels):
    if "<think>" in queries[0]:
        logs = {"thinks": 1.0, "length": float(len(queries[0]))}
        reward = float(labels[0] in queries[0])
    else:
        logs = {"thinks": 0.0, "length": float(len(queries[0]))}
        reward = 0.5 * float(labels[0] in queries[0])
    return {"rewards": reward, "extra_logs": logs}

# %% walrus
import re


def reward_func(queries, prompts, labels):
    if (found := re.search(r"\\boxed\{(.*?)\}", queries[0])) is not None:
        reward = float(found.group(1) == labels[0])
    else:
        reward = -0.5
    return {"rewards": reward}
