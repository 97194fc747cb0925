# class: event-loop-in-a-thread
# A thread that is no main thread has no event loop to get.

# %% get_event_loop
import asyncio


async def ask(query):
    await asyncio.sleep(0)
    return float(len(query) % 2)


def reward_func(queries, prompts, labels):
    loop = asyncio.get_event_loop()
    return {"rewards": loop.run_until_complete(ask(queries[0]))}

# %% a future of the loop
import asyncio


def reward_func(queries, prompts, labels, **kwargs):
    future = asyncio.ensure_future(asyncio.sleep(0, 1.0))
    result = {"rewards": asyncio.get_event_loop().run_until_complete(future)}
    return result

# %% create_task
import asyncio


async def grade(query, label):
    return float(label in query)


def reward_func(queries, prompts, labels):
    task = asyncio.create_task(grade(queries[0], labels[0]))
    return dict(rewards=task.result())
