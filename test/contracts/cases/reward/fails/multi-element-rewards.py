# class: multi-element-rewards
# More than one element per sample.

# %% a tensor of two
import torch


def reward_func(queries, prompts, labels):
    accuracy = float(labels[0] in queries[0])
    form = float("\\boxed" in queries[0])
    return {"rewards": torch.tensor([accuracy, form]), "scores": torch.tensor([accuracy])}

# %% a list of two
def reward_func(queries, prompts, labels):
    parts = [float(labels[0] in queries[0])]
    parts.append(float("<answer>" in queries[0]))
    return {"rewards": parts, "scores": parts[0]}

# %% stacked objectives
import torch


def objectives(query, label):
    yield torch.tensor(float(label in query))
    yield torch.tensor(float("<think>" in query))
    yield torch.tensor(1.0 / len(query))


def reward_func(queries, prompts, labels, **kwargs):
    stacked = torch.stack(list(objectives(queries[0], labels[0])))
    result = {"rewards": stacked}
    result["scores"] = stacked[0]
    return result

# %% per character
import torch


def reward_func(queries, prompts, labels):
    return {"rewards": torch.zeros(len(queries[0])), "scores": float(labels[0] in queries[0])}
