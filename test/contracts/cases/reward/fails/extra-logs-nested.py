# class: extra-logs-nested
# Dicts or lists of several among the values of `extra_logs`.

# %% a nested dict
def reward_func(queries, prompts, labels):
    hit = float(labels[0] in queries[0])
    return {"rewards": hit, "extra_logs": {"parts": {"accuracy": hit, "format": 1.0}}}

# %% nested in steps
def reward_func(queries, prompts, labels, **kwargs):
    hit = float(labels[0] in queries[0])
    logs = {}
    logs.setdefault("math", {})["accuracy"] = hit
    return {"rewards": hit, "extra_logs": logs}

# %% through a helper
def summary(query):
    return {"length": {"characters": len(query), "words": len(query.split())}}


def reward_func(queries, prompts, labels):
    return dict(rewards=float(labels[0] in queries[0]), extra_logs=summary(queries[0]))

# %% a list of texts
def reward_func(queries, prompts, labels):
    hit = float(labels[0] in queries[0])
    return {"rewards": hit, "extra_logs": {"predictions": queries[0].split()[:3]}}
