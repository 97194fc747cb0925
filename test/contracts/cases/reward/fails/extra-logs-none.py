# class: extra-logs-none
# None among the values of `extra_logs`.

# %% literal
def reward_func(queries, prompts, labels):
    hit = float(labels[0] in queries[0])
    return {"rewards": hit, "scores": hit, "extra_logs": {"accuracy": hit, "latency": None}}

# %% a helper that finds nothing
import re


def confidence(query):
    found = re.search(r'"confidence": ([0-9.]+)', query)
    return float(found.group(1)) if found else None


def reward_func(queries, prompts, labels, **kwargs):
    logs = {}
    logs["confidence"] = confidence(queries[0])
    return {"rewards": float(labels[0] in queries[0]), "extra_logs": logs}

# %% dict call with a get
KNOWN = {"4": 1.0, "12": 2.0}


def reward_func(queries, prompts, labels):
    return dict(
        rewards=float(labels[0] in queries[0]),
        extra_logs=dict(difficulty=KNOWN.get(labels[0])),
    )
