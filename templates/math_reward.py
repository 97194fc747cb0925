r"""Reward function for mathematics: 1 if the final answer has the value of the label, else 0.

A launch names this file, and the field of the dataset that holds the solution:

    --reward.remote_url ./math_reward.py --data.label_key answer

The final answer is what stands in the last \boxed{...}, else behind the last ####, else the last number. Numbers are
compared exactly, as fractions: 3.5, 7/2 and \frac{7}{2} are the same. Everything else is compared as text.
"""

import re
from fractions import Fraction

SPECIAL_TOKENS = re.compile(r"<\|[^|<>]*\|>|</s>|<end_of_turn>")
# A bounded number of digits: huge exponents would take forever to compute.
NUMBER = re.compile(r"[-+]?\d{1,40}(?:\.\d{1,40})?")
RATIO = re.compile(r"([-+]?\d{1,40}(?:\.\d{1,40})?)/(\d{1,40}(?:\.\d{1,40})?)")
LATEX_FRACTION = re.compile(r"([-+]?)\\[dt]?frac\{([^{}]+)\}\{([^{}]+)\}")


def reward_func(queries, prompts, labels, **kwargs):
    answer = final_answer(answer_of(queries[0], prompts[0]))
    correct = float(answer is not None and same_value(answer, str(labels[0])))
    return {
        "rewards": correct,
        "scores": correct,
        "extra_logs": {"correct": correct, "has_answer": float(answer is not None)},
    }


def final_answer(text):
    """The part of a solution that counts; None where there is none."""
    boxed = last_boxed(text)
    if boxed is not None:
        return boxed
    _, found, rest = text.rpartition("####")
    if found:
        return rest.strip().split("\n")[0]
    numbers = NUMBER.findall(text.replace(",", ""))
    return numbers[-1] if numbers else None


def last_boxed(text):
    """What the last \\boxed{...} holds, braces within included; None if there is none, or it is not closed."""
    start = text.rfind("\\boxed{")
    if start < 0:
        return None
    begin = start + len("\\boxed{")
    depth = 1
    for position in range(begin, len(text)):
        depth += {"{": 1, "}": -1}.get(text[position], 0)
        if depth == 0:
            return text[begin:position]
    return None


def same_value(answer, label):
    # The label may be a whole solution, as in GSM8K.
    if "####" in label or "\\boxed{" in label:
        label = final_answer(label) or label
    left, right = normalised(answer), normalised(label)
    left_value, right_value = value_of(left), value_of(right)
    if left_value is not None and right_value is not None:
        return left_value == right_value
    return left == right


def normalised(text):
    text = LATEX_FRACTION.sub(r"\1\2/\3", text)
    text = re.sub(r"\\(?:text|mathrm)\{([^{}]*)\}", r"\1", text)
    text = re.sub(r"\\left|\\right|\\[,;! ]|[\s$]|(?<=\d),(?=\d{3})", "", text)
    return text.strip(".").casefold()


def value_of(text):
    """The exact value of a number or a ratio; None for anything else."""
    if NUMBER.fullmatch(text):
        return Fraction(text)
    ratio = RATIO.fullmatch(text)
    if ratio is None or Fraction(ratio[2]) == 0:
        return None
    return Fraction(ratio[1]) / Fraction(ratio[2])


def answer_of(query, prompt):
    """What the model wrote: the query without the prompt and without special tokens."""
    if query.startswith(prompt):
        answer = query[len(prompt) :]
    else:
        # A prompt that was too long has lost its beginning, but not its end.
        _, found, rest = query.partition(prompt[-80:]) if prompt else ("", "", query)
        answer = rest if found else query
    return SPECIAL_TOKENS.sub("", answer).strip()
