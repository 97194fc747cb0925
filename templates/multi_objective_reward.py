"""Reward function with several objectives: correct, well-formed and short answers, weighed against each other.

A launch names this file, and the field of the dataset that holds the label:

    --reward.remote_url ./multi_objective_reward.py --data.label_key answer

All objectives are from 0 to 1 and are logged by name, so that the curves show which of them the model learns, and which
it gives up for another.
"""

import re

WEIGHTS = {"correct": 1.0, "well_formed": 0.2, "short": 0.1}
# Answers up to this length count as short; the objective falls to 0 at three times as many characters.
SHORT_CHARS = 2000

LAYOUT = re.compile(r"\s*<think>(?:(?!</?think>).)*</think>\s*<answer>(.*?)</answer>\s*", re.DOTALL)
SPECIAL_TOKENS = re.compile(r"<\|[^|<>]*\|>|</s>|<end_of_turn>")


def reward_func(queries, prompts, labels, **kwargs):
    parts = objectives(answer_of(queries[0], prompts[0]), str(labels[0]))
    return {
        "rewards": sum(WEIGHTS[name] * value for name, value in parts.items()),
        # Dynamic filtering shall look for groups in which some answers are right, whatever their form.
        "scores": parts["correct"],
        "extra_logs": parts,
    }


def objectives(answer, label):
    """How far an answer reaches each objective, from 0 to 1."""
    laid_out = LAYOUT.fullmatch(answer)
    result = laid_out[1] if laid_out else answer
    return {
        "correct": float(holds(result, label.strip())),
        "well_formed": float(laid_out is not None),
        "short": min(1.0, max(0.0, 1.5 - len(answer) / (2 * SHORT_CHARS))),
    }


def holds(text, label):
    """Whether the label is the last thing that an answer says: as a whole word, at most a full stop behind it."""
    return label != "" and re.search(rf"(?<![\w.]){re.escape(label)}\W*$", text, re.IGNORECASE) is not None


def answer_of(query, prompt):
    """What the model wrote: the query without the prompt and without special tokens."""
    if query.startswith(prompt):
        answer = query[len(prompt) :]
    else:
        # A prompt that was too long has lost its beginning, but not its end.
        _, found, rest = query.partition(prompt[-80:]) if prompt else ("", "", query)
        answer = rest if found else query
    return SPECIAL_TOKENS.sub("", answer).strip()
