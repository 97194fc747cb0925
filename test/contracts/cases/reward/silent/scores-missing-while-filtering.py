# class: scores-missing-while-filtering
# Without `scores` dynamic filtering judges by `rewards`, which are not from 0 to 1 here.

# %% literal
# launch: --algo.dynamic_filtering_enable
def reward_func(queries, prompts, labels):
    return {"rewards": 1.0 if labels[0] in queries[0] else -1.0}

# %% built in steps
# launch: --algo.dynamic_filtering_enable
import torch


def reward_func(queries, prompts, labels, **kwargs):
    reward = torch.full((1,), -2.0)
    if labels[0] in queries[0]:
        reward += 3.0
    result = {}
    result["rewards"] = reward
    result["extra_logs"] = {"reward_raw": reward}
    return result

# %% score instead of scores
# launch: --algo.dynamic_filtering_enable
def pack(value, score):
    return dict(rewards=value, score=score)


def reward_func(queries, prompts, labels):
    hit = float(labels[0] in queries[0])
    return pack(10.0 * hit - 5.0, hit)
