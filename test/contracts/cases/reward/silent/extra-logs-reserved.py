# class: extra-logs-reserved
# Names that the trainer writes itself.

# %% reward
def reward_func(queries, prompts, labels):
    hit = float(labels[0] in queries[0])
    bonus = 0.1 * float("\\boxed" in queries[0])
    return {"rewards": hit + bonus, "scores": hit, "extra_logs": {"reward": hit, "bonus": bonus}}

# %% kl in steps
def reward_func(queries, prompts, labels, **kwargs):
    logs = {}
    logs["kl"] = 0.0
    logs["accuracy"] = float(labels[0] in queries[0])
    return dict(rewards=logs["accuracy"], extra_logs=logs)

# %% score by dict call
def reward_func(queries, prompts, labels):
    hit = float(labels[0] in queries[0])
    return dict(rewards=hit, scores=hit, extra_logs=dict(score=1.0 - hit))

# %% return and group_reward_std
import torch


def logs_of(query):
    return {"return": torch.tensor([1.0]), "group_reward_std": torch.tensor([float(len(query))])}


def reward_func(queries, prompts, labels):
    return {"rewards": torch.tensor([float(labels[0] in queries[0])]), "extra_logs": logs_of(queries[0])}

# %% response_clip_ratio
def reward_func(queries, prompts, labels):
    result = {"rewards": float(labels[0] in queries[0])}
    result["extra_logs"] = {"response_clip_ratio": float(not queries[0].endswith("<|im_end|>"))}
    return result

# %% ppo_kl
def reward_func(queries, prompts, labels):
    hit = float(labels[0] in queries[0])
    extra = {"ppo_kl": 0.5} | {"hit": hit}
    return {"rewards": hit, "extra_logs": extra}

# %% logprobs_diff
def reward_func(queries, prompts, labels):
    hit = float(labels[0] in queries[0])
    logs = {name: hit for name in ("logprobs_diff", "accuracy")}
    return {"rewards": hit, "extra_logs": logs}
