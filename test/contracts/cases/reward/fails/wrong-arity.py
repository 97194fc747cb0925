# class: wrong-arity
# OpenRLHF passes exactly three positional arguments.

# %% two parameters
def reward_func(queries, labels):
    hit = float(labels[0] in queries[0])
    return {"rewards": hit, "scores": hit}

# %% four required
import torch


def reward_func(queries, prompts, labels, tokenizer):
    hits = torch.tensor([float(label in query) for query, label in zip(queries, labels)])
    return {"rewards": hits, "scores": hits}

# %% keyword only
def reward_func(*, queries, prompts, labels, **kwargs):
    result = dict(rewards=float(labels[0] in queries[0]))
    return result

# %% only kwargs
def reward_func(**kwargs):
    queries, labels = kwargs["queries"], kwargs["labels"]
    return {"rewards": float(labels[0] in queries[0])}

# %% one parameter
def reward_func(batch):
    return {"rewards": [float(item["label"] in item["query"]) for item in batch]}

# %% two with a keyword-only third
def reward_func(queries, prompts, *, labels):
    return {"rewards": float(labels[0] in queries[0])}

# %% a class instance whose call takes two
class Grader:
    def __call__(self, queries, labels):
        return {"rewards": float(labels[0] in queries[0])}


reward_func = Grader()

# %% a lambda of two
reward_func = lambda queries, labels: {"rewards": float(labels[0] in queries[0])}  # noqa: E731
