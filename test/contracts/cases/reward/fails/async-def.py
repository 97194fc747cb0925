# class: async-def
# The function is called in a thread and never awaited.

# %% literal
async def reward_func(queries, prompts, labels):
    return {"rewards": float(labels[0] in queries[0])}

# %% awaits a judge
import asyncio

import torch


async def ask_judge(query, label):
    await asyncio.sleep(0)
    return float(label in query)


async def reward_func(queries, prompts, labels, **kwargs):
    verdicts = await asyncio.gather(*(ask_judge(q, l) for q, l in zip(queries, labels)))
    rewards = torch.tensor(verdicts)
    result = {"rewards": rewards}
    result["scores"] = rewards
    return result

# %% alias of a coroutine function
import httpx


async def llm_judge(queries, prompts, labels):
    async with httpx.AsyncClient() as client:
        answer = await client.post("http://judge/score", json={"text": queries[0]})
    return dict(rewards=answer.json()["score"])


reward_func = llm_judge

# %% returns the coroutine
async def grade(queries, prompts, labels):
    return {"rewards": float(labels[0] in queries[0])}


def reward_func(queries, prompts, labels):
    return grade(queries, prompts, labels)

# %% a generator
def reward_func(queries, prompts, labels):
    for query, label in zip(queries, labels):
        yield {"rewards": float(label in query)}
