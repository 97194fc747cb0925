# class: falls-off-the-end
# A path of the function returns nothing.

# %% if without else
def reward_func(queries, prompts, labels):
    if labels[0] in queries[0]:
        return {"rewards": 1.0, "scores": 1.0}

# %% a bare return
import torch


def reward_func(queries, prompts, labels):
    answer = queries[0][len(prompts[0]):]
    if "answer" not in answer:
        return
    reward = torch.tensor([float(labels[0] in answer)])
    return {"rewards": reward, "scores": reward}

# %% forgotten return
def reward_func(queries, prompts, labels, **kwargs):
    hit = float(labels[0] in queries[0])
    result = {"rewards": hit, "scores": hit}
    print(result)

# %% except without return
import json


def reward_func(queries, prompts, labels):
    answer = queries[0][len(prompts[0]):].replace("<|im_end|>", "")
    try:
        parsed = json.loads(answer)
        return {"rewards": float(parsed["answer"] == labels[0])}
    except Exception as error:
        print("cannot parse", error)

# %% loop that may not return
def reward_func(queries, prompts, labels):
    for mark in ("\\boxed{", "<answer>"):
        if mark in queries[0]:
            return {"rewards": float(labels[0] in queries[0].split(mark)[1])}
