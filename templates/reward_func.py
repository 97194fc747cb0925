"""Reward function: 1 if the answer is the label, else 0.

A launch names this file, and the field of the dataset that holds the label:

    --reward.remote_url ./reward_func.py --data.label_key answer

Every vLLM engine loads the file and calls reward_func in threads, with one sample per call. An exception in here is
logged in a single line and stops the run much later, so there has to be a reward for whatever the model writes.
"""

import re

# Marks such as <|im_end|> that the tokenizer leaves in the text.
SPECIAL_TOKENS = re.compile(r"<\|[^|<>]*\|>|</s>|<end_of_turn>")


def reward_func(queries, prompts, labels, **kwargs):
    answer = answer_of(queries[0], prompts[0])
    correct = score(answer, str(labels[0]))
    return {
        # What the sample is trained on.
        "rewards": correct,
        # From 0 to 1: what dynamic filtering judges a group of samples by.
        "scores": correct,
        # Further metrics: numbers, and the same names for every sample.
        "extra_logs": {"correct": correct, "answer_chars": float(len(answer))},
    }


def score(answer, label):
    """How good an answer is, from 0 to 1."""
    return float(answer.casefold() == label.strip().casefold())


def answer_of(query, prompt):
    """What the model wrote: the query without the prompt and without special tokens."""
    if query.startswith(prompt):
        answer = query[len(prompt) :]
    else:
        # A prompt that was too long has lost its beginning, but not its end.
        _, found, rest = query.partition(prompt[-80:]) if prompt else ("", "", query)
        answer = rest if found else query
    return SPECIAL_TOKENS.sub("", answer).strip()
