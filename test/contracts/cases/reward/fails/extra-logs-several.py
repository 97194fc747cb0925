# class: extra-logs-several
# Lists of several numbers among the values of `extra_logs`: one sample, one number.

# %% a list of two
def reward_func(queries, prompts, labels):
    hit = float(labels[0] in queries[0])
    return {"rewards": hit, "extra_logs": {"parts": [hit, 1.0]}}

# %% words by length
def reward_func(queries, prompts, labels, **kwargs):
    hit = float(labels[0] in queries[0])
    logs = {"hit": hit}
    logs["lengths"] = [float(len(word)) for word in queries[0].split()]
    return {"rewards": hit, "extra_logs": logs}

# %% a tuple of a helper
def ends(query):
    return float(len(query)), float(query.count("\n"))


def reward_func(queries, prompts, labels):
    return {"rewards": float(labels[0] in queries[0]), "extra_logs": {"size": ends(queries[0])}}
