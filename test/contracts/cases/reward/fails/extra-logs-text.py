# class: extra-logs-text
# Text among the values of `extra_logs`.

# %% the answer
def reward_func(queries, prompts, labels):
    hit = float(labels[0] in queries[0])
    return {"rewards": hit, "extra_logs": {"accuracy": hit, "response": queries[0][len(prompts[0]):]}}

# %% f-string in steps
def reward_func(queries, prompts, labels, **kwargs):
    hit = float(labels[0] in queries[0])
    logs = dict(accuracy=hit)
    logs["accuracy_percent"] = f"{100 * hit:.1f}%"
    return {"rewards": hit, "extra_logs": logs}

# %% a reason from a helper
def judge(query, label):
    if label in query:
        return 1.0, "correct"
    return 0.0, "wrong"


def reward_func(queries, prompts, labels):
    value, reason = judge(queries[0], labels[0])
    result = {"rewards": value, "scores": value}
    result["extra_logs"] = {"reason": reason}
    return result

# %% str call
def reward_func(queries, prompts, labels):
    hit = float(labels[0] in queries[0])
    return {"rewards": hit, "extra_logs": {"label": str(labels[0]), "hit": hit}}
