# class: returns-none
# A path of the function returns None on purpose.

# %% literal
def reward_func(queries, prompts, labels):
    print(queries, labels)
    return None

# %% empty answers
def reward_func(queries, prompts, labels):
    answer = queries[0][len(prompts[0]):].replace("<|im_end|>", "").strip()
    if not answer:
        return None
    return {"rewards": float(labels[0] in answer)}

# %% through a helper
def graded(answer, label):
    return {"rewards": float(label in answer)} if "\\boxed" in answer else None


def reward_func(queries, prompts, labels, **kwargs):
    return graded(queries[0], labels[0])
