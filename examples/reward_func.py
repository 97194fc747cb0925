"""The reward of train_ppo.sh: 1 for an answer whose last number is the right one, else 0."""

import re

import torch


def reward_func(queries, prompts, labels, **kwargs):
    rewards = torch.tensor([score(query[len(prompt) :], label) for query, prompt, label in zip(queries, prompts, labels)])
    return {
        "rewards": rewards,
        "scores": rewards,
        "extra_logs": {"correct": rewards},
    }


def score(answer, label):
    numbers = re.findall(r"-?\d+", answer.replace(",", ""))
    return float(bool(numbers) and numbers[-1] == label.strip())
