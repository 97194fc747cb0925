# class: misnamed-reward-func
# A function with the right contract under another name.

# %% reward_fn
def reward_fn(queries, prompts, labels):
    hit = float(labels[0] in queries[0])
    return {"rewards": hit, "scores": hit, "extra_logs": {"hit": hit}}

# %% reward_function
import torch


def reward_function(queries, prompts, labels, **kwargs):
    hits = [float(label in query) for query, label in zip(queries, labels)]
    rewards = torch.tensor(hits)
    return dict(rewards=rewards, scores=rewards)

# %% compute_score
def compute_score(queries, prompts, labels):
    result = {}
    result["rewards"] = float(labels[0] in queries[0])
    result["scores"] = result["rewards"]
    return result

# %% other case
def Reward_Func(queries, prompts, labels):
    return {"rewards": 1.0 if labels[0] in queries[0] else 0.0}
