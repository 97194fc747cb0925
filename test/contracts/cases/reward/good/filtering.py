# class: good
# Runs with dynamic filtering.

# %% scores from zero to one beside other rewards
# launch: --algo.dynamic_filtering_enable
def reward_func(queries, prompts, labels):
    hit = float(labels[0] in queries[0])
    return {"rewards": 2 * hit - 1, "scores": hit}

# %% rewards from zero to one without scores
# launch: --algo.dynamic_filtering_enable
import torch


def reward_func(queries, prompts, labels):
    hit = torch.tensor([float(labels[0] in queries[0])])
    return {"rewards": hit}

# %% a range for other scores
# launch: --algo.dynamic_filtering_enable --algo.dynamic_filtering_range -1.0 1.0
def reward_func(queries, prompts, labels):
    value = 1.0 if labels[0] in queries[0] else -1.0
    return {"rewards": value, "scores": value}

# %% clamped
# launch: --algo.dynamic_filtering_enable
def reward_func(queries, prompts, labels):
    raw = 3.0 * float(labels[0] in queries[0]) - 1.0 + 0.5 * ("\\boxed" in queries[0])
    return {"rewards": raw, "scores": min(1.0, max(0.0, raw))}

# %% binary of a threshold
# launch: --algo.dynamic_filtering_enable
def reward_func(queries, prompts, labels):
    raw = 5.0 * float(labels[0] in queries[0]) - len(queries[0]) / 100
    result = {"rewards": raw}
    result["scores"] = 1.0 if raw > 2 else 0.0
    return result
