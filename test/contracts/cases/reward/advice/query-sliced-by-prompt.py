# class: query-sliced-by-prompt
# A prompt that was too long has lost its beginning in the query, so that the length of the prompt is not where it ends.

# %% slice
def reward_func(queries, prompts, labels):
    answer = queries[0][len(prompts[0]):]
    return {"rewards": float(labels[0] in answer)}

# %% replace
def reward_func(queries, prompts, labels, **kwargs):
    answer = queries[0].replace(prompts[0], "")
    return dict(rewards=float(labels[0] in answer))

# %% in a loop
import torch


def reward_func(queries, prompts, labels):
    rewards = []
    for query, prompt, label in zip(queries, prompts, labels):
        response = query[len(prompt):].strip()
        rewards.append(float(label in response))
    return {"rewards": torch.tensor(rewards)}
