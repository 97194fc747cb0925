# class: good
# Extraction and comparison of answers, as people write it.

# %% last boxed by regex
import re

BOXED = re.compile(r"\\boxed\{([^{}]*)\}")


def reward_func(queries, prompts, labels):
    found = BOXED.findall(queries[0])
    hit = float(bool(found) and found[-1].strip() == labels[0].strip())
    return {"rewards": hit, "scores": hit, "extra_logs": {"accuracy": hit, "boxed": float(bool(found))}}

# %% balanced braces
import torch


def last_boxed(text):
    start = text.rfind("\\boxed{")
    if start < 0:
        return None
    depth = 0
    for at in range(start + len("\\boxed"), len(text)):
        if text[at] == "{":
            depth += 1
        elif text[at] == "}":
            depth -= 1
            if depth == 0:
                return text[start + len("\\boxed{") : at]
    return None


def reward_func(queries, prompts, labels, **kwargs):
    rewards = []
    for query, label in zip(queries, labels):
        answer = last_boxed(query)
        rewards.append(1.0 if answer is not None and answer == label else 0.0)
    rewards = torch.tensor(rewards, dtype=torch.float32)
    return {"rewards": rewards, "scores": rewards, "extra_logs": {"accuracy": rewards}}

# %% numbers within a tolerance
import math
import re


def number(text):
    try:
        return float(text.replace(",", ""))
    except ValueError:
        return None


def reward_func(queries, prompts, labels):
    answer = queries[0].split("<|im_start|>assistant\n")[-1]
    numbers = re.findall(r"-?\d+(?:\.\d+)?", answer)
    got, gold = number(numbers[-1]) if numbers else None, number(labels[0])
    if got is not None and gold is not None:
        reward = 1.0 if math.isclose(got, gold, rel_tol=1e-4) else 0.0
    else:
        reward = float(labels[0].lower() in answer.lower())
    return {"rewards": reward, "scores": reward}

# %% OpenRLHF's own grader
from openrlhf.utils.math_utils import extract_boxed_answer, grade_answer


def reward_func(queries, prompts, labels):
    answer = extract_boxed_answer(queries[0])
    hit = float(answer is not None and grade_answer(answer, labels[0]))
    return {"rewards": hit, "scores": hit}

# %% math_verify without time limits
from math_verify import parse, verify


def reward_func(queries, prompts, labels):
    gold = parse("\\boxed{" + labels[0] + "}", parsing_timeout=None)
    answer = parse(queries[0], parsing_timeout=None)
    hit = float(verify(gold, answer, timeout_seconds=None))
    return {"rewards": hit, "scores": hit}

# %% sympy
import sympy


def reward_func(queries, prompts, labels):
    try:
        text = queries[0].split("\\boxed{")[1].split("}")[0]
        hit = float(sympy.simplify(f"({text}) - ({labels[0]})") == 0)
    except Exception:
        hit = 0.0
    return {"rewards": hit}

# %% tags and format bonus
import re

FORMAT = re.compile(r"<think>.*?</think>\s*<answer>.*?</answer>", re.DOTALL)


def format_reward(text):
    return 0.2 if FORMAT.search(text) else 0.0


def answer_reward(text, gold):
    found = re.search(r"<answer>(.*?)</answer>", text, re.DOTALL)
    return 1.0 if found and found.group(1).strip() == gold else 0.0


def reward_func(queries, prompts, labels):
    text = queries[0]
    form, accuracy = format_reward(text), answer_reward(text, labels[0])
    return {
        "rewards": form + accuracy,
        "scores": accuracy,
        "extra_logs": {"format_reward": form, "answer_reward": accuracy},
    }

# %% labels as JSON
# labels: ["{\"answer\": \"4\"}", "{\"answer\": \"12\"}", "{\"answer\": \"3.5\"}", "{\"answer\": \"Paris\"}", "{\"answer\": \"6\"}", "{\"answer\": \"0\"}"]
import json


def reward_func(queries, prompts, labels):
    gold = json.loads(labels[0])["answer"]
    return {"rewards": float(gold in queries[0])}

# %% labels that are dicts or text
# labels: [{"answer": "4"}, "12", {"answer": "3.5"}, "Paris", "6", "0"]
def reward_func(queries, prompts, labels):
    label = labels[0]
    gold = label["answer"] if isinstance(label, dict) else str(label)
    return {"rewards": float(gold in queries[0])}

# %% length penalty without labels
# label key: none
import torch


def reward_func(queries, prompts, labels):
    lengths = torch.tensor([len(query) for query in queries], dtype=torch.float)
    return {"rewards": -lengths / 100.0}

# %% overlap of words
def f1(prediction, gold):
    ours, theirs = set(prediction.lower().split()), set(gold.lower().split())
    common = len(ours & theirs)
    if common == 0:
        return 0.0
    precision, recall = common / len(ours), common / len(theirs)
    return 2 * precision * recall / (precision + recall)


def reward_func(queries, prompts, labels):
    answer = queries[0].split("assistant\n")[-1].replace("<|im_end|>", "")
    return {"rewards": f1(answer, labels[0])}
