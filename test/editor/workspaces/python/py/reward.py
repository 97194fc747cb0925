async def reward_func(queries, prompts, labels, **kwargs):
    return {"rewards": 1.0}
