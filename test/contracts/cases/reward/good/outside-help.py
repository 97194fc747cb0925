# class: good
# Code that runs, judges over HTTP, threads, caches: what a thread may do.

# %% runs Python in a subprocess
import re
import subprocess
import sys

CODE = re.compile(r"```python\n(.*?)```", re.DOTALL)


def run(code):
    try:
        done = subprocess.run([sys.executable, "-I", "-c", code], capture_output=True, text=True, timeout=5)
    except subprocess.TimeoutExpired:
        return ""
    return done.stdout.strip()


def reward_func(queries, prompts, labels):
    found = CODE.search(queries[0])
    if found is None:
        return {"rewards": 0.0, "scores": 0.0, "extra_logs": {"has_code": 0.0}}
    hit = float(run(found.group(1)) == labels[0])
    return {"rewards": hit, "scores": hit, "extra_logs": {"has_code": 1.0}}

# %% requests with retries
import os
import time

import requests

URL = os.environ.get("JUDGE_URL", "http://judge.internal:8000/score")


def ask(text):
    for attempt in range(3):
        try:
            answer = requests.post(URL, json={"text": text}, timeout=10)
            answer.raise_for_status()
            return float(answer.json()["score"])
        except requests.RequestException:
            time.sleep(0.1 * attempt)
    return 0.0


def reward_func(queries, prompts, labels):
    value = ask(queries[0])
    return {"rewards": value, "scores": value}

# %% a judge through asyncio.run
import asyncio
import os

import httpx


async def ask(text):
    async with httpx.AsyncClient(timeout=10) as client:
        answer = await client.post(os.environ["JUDGE_URL"], json={"text": text})
        return answer.json()["score"]


async def ask_all(texts):
    return await asyncio.gather(*map(ask, texts))


def reward_func(queries, prompts, labels):
    rewards = asyncio.run(ask_all(queries))
    return {"rewards": float(rewards[0])}

# %% urllib
import json
import os
import urllib.request


def reward_func(queries, prompts, labels):
    request = urllib.request.Request(
        os.environ["JUDGE_URL"],
        data=json.dumps({"query": queries[0], "label": labels[0]}).encode(),
        headers={"Content-Type": "application/json"},
    )
    with urllib.request.urlopen(request, timeout=10) as answer:
        value = json.load(answer)["score"]
    return {"rewards": float(value)}

# %% a new event loop
import asyncio


async def grade(query, label):
    await asyncio.sleep(0)
    return float(label in query)


def reward_func(queries, prompts, labels):
    loop = asyncio.new_event_loop()
    try:
        reward = loop.run_until_complete(grade(queries[0], labels[0]))
    finally:
        loop.close()
    return {"rewards": reward}

# %% sleeps: only its own thread waits
import time


def reward_func(queries, prompts, labels):
    time.sleep(0.01)
    return {"rewards": float(labels[0] in queries[0])}

# %% a cache
from functools import lru_cache


@lru_cache(maxsize=1000)
def grade(query, label):
    return float(label in query)


def reward_func(queries, prompts, labels):
    return {"rewards": grade(queries[0], labels[0])}

# %% a lazily made object behind a lock
import threading

_lock = threading.Lock()
_model = None


class Model:
    def score(self, text):
        return (len(text) % 7) / 7


def model():
    global _model
    with _lock:
        if _model is None:
            _model = Model()
    return _model


def reward_func(queries, prompts, labels):
    return {"rewards": model().score(queries[0])}

# %% writes what it has seen
import json
import os
import threading

lock = threading.Lock()
path = os.path.join(os.getcwd(), "samples.jsonl")


def reward_func(queries, prompts, labels):
    hit = float(labels[0] in queries[0])
    with lock, open(path, "a", encoding="utf-8") as file:
        file.write(json.dumps({"query": queries[0], "label": labels[0], "reward": hit}) + "\n")
    return {"rewards": hit, "scores": hit}

# %% a child process by fork with a function of a library
import multiprocessing
import operator


def reward_func(queries, prompts, labels):
    with multiprocessing.get_context("fork").Pool(1) as pool:
        hit = pool.apply(operator.contains, (queries[0], labels[0]))
    return {"rewards": float(hit)}

# %% a forked process with an own function
import multiprocessing


def work(connection, query, label):
    connection.send(float(label in query))
    connection.close()


def reward_func(queries, prompts, labels):
    ours, theirs = multiprocessing.Pipe()
    process = multiprocessing.get_context("fork").Process(target=work, args=(theirs, queries[0], labels[0]))
    process.start()
    value = ours.recv()
    process.join()
    return {"rewards": value}

# %% signal only for its numbers
import signal
import subprocess
import sys


def reward_func(queries, prompts, labels):
    code = "import sys; sys.exit(0)"
    done = subprocess.run([sys.executable, "-I", "-S", "-c", code])
    killed = done.returncode == -signal.SIGKILL
    return {"rewards": 0.0 if killed else float(labels[0] in queries[0])}

# %% alarm only in the main thread
import signal
import threading


def reward_func(queries, prompts, labels):
    main = threading.current_thread() is threading.main_thread()
    if main:
        signal.alarm(5)
    hit = float(labels[0] in queries[0])
    if main:
        signal.alarm(0)
    return {"rewards": hit}
