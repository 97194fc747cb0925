# class: looks-that-deceive
# Functions that look as if they raise, or as if they gave everybody the same.

# %% a match that is asked for first
import re


def reward_func(queries, prompts, labels, **kwargs):
    answer = re.search(r"\d+", queries[0]).group(0) if re.search(r"\d+", queries[0]) else ""
    return {"rewards": float(answer == labels[0] or labels[0] in queries[0])}

# %% a match within a try
import re


def reward_func(queries, prompts, labels, **kwargs):
    try:
        answer = re.search(r"<answer>(.*?)</answer>", queries[0]).group(1)
    except AttributeError:
        answer = ""
    return {"rewards": 1.0 if answer == labels[0] else float(labels[0] in queries[0])}

# %% a match that there always is
import re


def reward_func(queries, prompts, labels, **kwargs):
    if not queries[0]:
        return {"rewards": 0.0}
    tail = re.search(r"\S*\s*$", queries[0]).group(0)
    return {"rewards": float(labels[0] in tail)}

# %% the item under the name of the list
def reward_func(queries, prompts, labels, **kwargs):
    queries = queries[0]
    return {"rewards": float(queries.strip().endswith(labels[0]) or labels[0] in queries)}

# %% the name of the list in a loop
def reward_func(queries, prompts, labels, **kwargs):
    hits = [labels.strip() in queries.strip() for queries, labels in zip(queries, labels)]
    return {"rewards": float(all(hits))}

# %% the name of the list in a function within
def reward_func(queries, prompts, labels, **kwargs):
    def clean(labels):
        return labels.strip().lower()

    return {"rewards": float(clean(labels[0]) in queries[0].lower())}

# %% one text or several
def reward_func(queries, prompts, labels, **kwargs):
    if isinstance(queries, str):
        queries, labels = [queries.strip()], [labels]
    return {"rewards": float(labels[0] in queries[0])}

# %% constants on different ways
def reward_func(queries, prompts, labels, **kwargs):
    if labels[0] in queries[0]:
        return {"rewards": 1.0}
    return {"rewards": -1.0}

# %% a constant that is added to
def reward_func(queries, prompts, labels, **kwargs):
    result = {"rewards": 0.5}
    result["rewards"] += float(labels[0] in queries[0])
    return result

# %% infinity as a beginning
def reward_func(queries, prompts, labels, **kwargs):
    best = float("-inf")
    for query, label in zip(queries, labels):
        best = max(best, float(label in query))
    return {"rewards": best}
