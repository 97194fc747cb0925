# class: heavy-import
# Loaded once by every vLLM engine.

# %% a log file in the working directory
log = open("rewards.log", "a")


def reward_func(queries, prompts, labels):
    hit = float(labels[0] in queries[0])
    log.write(f"{labels[0]} {hit}\n")
    return {"rewards": hit}

# %% threads at import
import threading
import time

THINGS = {}


def refresh():
    while True:
        THINGS["at"] = time.time()
        time.sleep(60)


threading.Thread(target=refresh, daemon=True).start()


def reward_func(queries, prompts, labels, **kwargs):
    return dict(rewards=float(labels[0] in queries[0]))

# %% a process at import
import subprocess

VERSION = subprocess.run(["true"], check=False).returncode


def reward_func(queries, prompts, labels):
    result = {"rewards": float(labels[0] in queries[0])}
    return result
