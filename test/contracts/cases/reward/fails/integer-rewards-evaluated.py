# class: integer-rewards-evaluated
# Integers in a run that evaluates: the mean of an integer tensor, in every release.

# %% one or zero
# launch: --rollout.n_samples_per_prompt 1 --algo.advantage.estimator reinforce --rollout.batch_size 6 --eval.dataset held-out --eval.steps 10
def reward_func(queries, prompts, labels):
    return {"rewards": 1 if labels[0] in queries[0] else 0}

# %% bool in steps
# launch: --eval.dataset held-out --eval.steps 10
def reward_func(queries, prompts, labels):
    result = dict()
    result["rewards"] = labels[0] in queries[0]
    return result

# %% a tensor of ints
# launch: --eval.dataset held-out --eval.steps 5
import torch


def reward_func(queries, prompts, labels):
    hits = [int(label in query) for query, label in zip(queries, labels)]
    return {"rewards": torch.tensor(hits), "scores": torch.tensor(hits)}
