# class: signal-alarm
# Signals work only in the main thread; reward functions run in others, and so does the loading of the file.

# %% alarm around the grading
import signal


def on_alarm(signum, frame):
    raise TimeoutError


def reward_func(queries, prompts, labels):
    signal.signal(signal.SIGALRM, on_alarm)
    signal.alarm(5)
    try:
        hit = float(labels[0] in queries[0])
    finally:
        signal.alarm(0)
    return {"rewards": hit}

# %% a context manager
import contextlib
import signal
from signal import SIGALRM, setitimer


@contextlib.contextmanager
def time_limit(seconds):
    def stop(signum, frame):
        raise TimeoutError("too slow")

    previous = signal.signal(SIGALRM, stop)
    setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        setitimer(signal.ITIMER_REAL, 0)
        signal.signal(SIGALRM, previous)


def run(code):
    names = {}
    with time_limit(2):
        exec(code, names)
    return names


def reward_func(queries, prompts, labels, **kwargs):
    names = run("answer = 4")
    result = dict(rewards=float(str(names["answer"]) == labels[0]))
    return result

# %% a decorator
import functools
import signal


def limited(function):
    @functools.wraps(function)
    def inner(*args):
        signal.signal(signal.SIGALRM, lambda *_: None)
        signal.alarm(1)
        return function(*args)

    return inner


@limited
def grade(query, label):
    return float(label in query)


def reward_func(queries, prompts, labels):
    return {"rewards": grade(queries[0], labels[0])}

# %% at module level
import signal

signal.signal(signal.SIGTERM, lambda *_: print("stopping"))


def reward_func(queries, prompts, labels):
    return {"rewards": float(labels[0] in queries[0])}

# %% math_verify with its default time limit
from math_verify import parse, verify


def reward_func(queries, prompts, labels):
    hit = verify(parse(labels[0]), parse(queries[0]))
    return {"rewards": float(hit)}
