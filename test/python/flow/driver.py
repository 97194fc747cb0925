"""Runs Python functions on several arguments and prints what they return, for the tests of what reading them says.

Reads JSON from standard input: a list of {"code", "calls"}, where each call is a list of Python expressions. Prints a list with
one list per program: for each call a description of the returned value, or null where it raised.
"""
import asyncio
import json
import math
import os
import resource
import signal
import sys
import types

try:
    import torch
except ImportError:
    from standin import torch

    sys.modules["torch"] = torch


def describe(value, depth=0):
    if depth > 8 or (isinstance(value, (str, list, tuple, dict, set)) and len(value) > 200):
        return {"kind": "deep"}
    if value is None:
        return {"kind": "none"}
    if isinstance(value, bool):
        return {"kind": "bool", "value": value}
    if isinstance(value, int):
        return {"kind": "int", "value": value if abs(value) < 2**53 else None}
    if isinstance(value, float):
        return {"kind": "float", "value": value if math.isfinite(value) else None}
    if isinstance(value, str):
        return {"kind": "str", "value": value}
    if isinstance(value, torch.Tensor):
        dtype = "bool" if value.dtype == torch.bool else "float" if value.dtype.is_floating_point else "int"
        flat = value.reshape(-1).tolist()
        return {
            "kind": "tensor",
            "library": "torch",
            "dtype": dtype,
            "shape": list(value.shape),
            "value": float(flat[0]) if len(flat) == 1 else None,
            "flat": [float(each) for each in flat],
        }
    if isinstance(value, dict):
        return {
            "kind": "dict",
            "entries": [[key, describe(each, depth + 1)] for key, each in value.items() if isinstance(key, str)],
            "others": any(not isinstance(key, str) for key in value),
        }
    if isinstance(value, (list, tuple)):
        kind = "list" if isinstance(value, list) else "tuple"
        return {"kind": kind, "items": [describe(each, depth + 1) for each in value]}
    if isinstance(value, (set, frozenset)):
        return {"kind": "set", "items": [describe(each, depth + 1) for each in value]}
    if isinstance(value, types.FunctionType):
        return {"kind": "function", "name": value.__name__}
    if isinstance(value, type):
        return {"kind": "class", "name": value.__name__}
    if isinstance(value, types.CoroutineType):
        return {"kind": "coroutine", "result": describe(asyncio.run(value), depth + 1)}
    if isinstance(value, types.GeneratorType):
        return {"kind": "generator"}
    if isinstance(value, types.ModuleType):
        return {"kind": "module", "name": value.__name__}
    return {"kind": "object", "name": type(value).__name__}


def unseen(value=None):
    """Stands for code that is not seen: it changes what it gets."""
    if isinstance(value, dict):
        value.pop("rewards", None)
        value["unseen"] = None
        for each in list(value.values()):
            unseen(each)
    elif isinstance(value, list):
        value.append("unseen")
    return value


class Swallow:
    def __enter__(self):
        return self

    def __exit__(self, *details):
        return True


elsewhere = types.ModuleType("elsewhere")
elsewhere.unseen = unseen
elsewhere.Swallow = Swallow
sys.modules["elsewhere"] = elsewhere


class TooLong(BaseException):
    """A loop that does not end; nothing that is run catches it."""


def stop(signum, frame):
    raise TooLong


def run(code, calls, name):
    results = []
    try:
        compiled = compile(code, "<generated>", "exec")
    except SyntaxError:
        # Such as a walrus in the iterable of a comprehension, which parses.
        return [None for call in calls]
    for call in calls:
        namespace = {"__name__": "generated"}
        signal.setitimer(signal.ITIMER_REAL, 0.5)
        try:
            exec(compiled, namespace)
            function = namespace[name]
            arguments = [eval(each, {"torch": torch}) for each in call]
            value = function(*arguments)
            if isinstance(value, types.CoroutineType):
                value = asyncio.run(value)
            results.append(describe(value))
        except (Exception, SystemExit, TooLong):
            results.append(None)
        finally:
            signal.setitimer(signal.ITIMER_REAL, 0)
    return results


if __name__ == "__main__":
    sys.setrecursionlimit(200)
    signal.signal(signal.SIGALRM, stop)
    # A list that grows while it is extended by itself does not come back to Python.
    resource.setrlimit(resource.RLIMIT_AS, (3 << 30, 3 << 30))
    output = sys.stdout
    # What programs print is not the answer.
    sys.stdout = open(os.devnull, "w")
    json.dump([run(each["code"], each["calls"], each["name"]) for each in json.load(sys.stdin)], output)
