# class: multiprocessing-own-function
# A worker process cannot find a function of a module that is loaded by its path.

# %% process pool
from concurrent.futures import ProcessPoolExecutor


def grade(pair):
    query, label = pair
    return float(label in query)


def reward_func(queries, prompts, labels):
    with ProcessPoolExecutor(1) as pool:
        rewards = list(pool.map(grade, zip(queries, labels)))
    return {"rewards": rewards[0], "scores": rewards[0]}

# %% multiprocessing.Pool
import multiprocessing


def run_code(code):
    return eval(code)


def reward_func(queries, prompts, labels, **kwargs):
    with multiprocessing.Pool(1) as pool:
        value = pool.apply(run_code, ("2 + 2",))
    return {"rewards": float(str(value) == labels[0])}

# %% submit with a time limit
import concurrent.futures


def slow_grade(query, label):
    return 1.0 if label in query else 0.0


def reward_func(queries, prompts, labels):
    executor = concurrent.futures.ProcessPoolExecutor(max_workers=1)
    future = executor.submit(slow_grade, queries[0], labels[0])
    result = {"rewards": future.result(timeout=5)}
    executor.shutdown()
    return result

# %% a spawned process
import multiprocessing as mp


def work(queue, query, label):
    queue.put(float(label in query))


def reward_func(queries, prompts, labels):
    context = mp.get_context("spawn")
    queue = context.Queue()
    process = context.Process(target=work, args=(queue, queries[0], labels[0]))
    process.start()
    value = queue.get(timeout=5)
    process.join()
    return {"rewards": value}
