# class: wrong-order
# The parameters are named in another order than OpenRLHF passes them.

# %% prompts first
def reward_func(prompts, queries, labels):
    return {"rewards": float("{" + labels[0] + "}" in queries[0])}

# %% labels first
def reward_func(labels, prompts, queries):
    result = {}
    result["rewards"] = float(queries[0].endswith(labels[0]))
    return result

# %% labels before prompts
import torch


def reward_func(queries, labels, prompts, **kwargs):
    hits = [float(query.strip() == label) for query, label in zip(queries, labels)]
    return dict(rewards=torch.tensor(hits))
