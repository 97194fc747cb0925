# class: side-effect-at-import
# What runs when the file is loaded ends every vLLM engine.

# %% parses the arguments of the worker
import argparse

parser = argparse.ArgumentParser()
parser.add_argument("--weight", type=float, required=True)
args = parser.parse_args()


def reward_func(queries, prompts, labels):
    return {"rewards": args.weight * float(labels[0] in queries[0])}

# %% exits
import os
import sys

if "REWARD_WEIGHTS_FILE" not in os.environ:
    print("set REWARD_WEIGHTS_FILE")
    sys.exit(1)


def reward_func(queries, prompts, labels, **kwargs):
    return {"rewards": float(labels[0] in queries[0])}

# %% reads a file beside the script
import json

with open("answers.json") as file:
    ANSWERS = json.load(file)


def reward_func(queries, prompts, labels):
    result = {"rewards": float(ANSWERS.get(labels[0], "?") in queries[0])}
    return result

# %% file: rewards/answers.json
{"4": "four"}

# %% a port of its own
import http.server
import threading

server = http.server.ThreadingHTTPServer(("127.0.0.1", 48317), http.server.BaseHTTPRequestHandler)
threading.Thread(target=server.serve_forever, daemon=True).start()


def reward_func(queries, prompts, labels):
    return {"rewards": float(labels[0] in queries[0])}

# %% asks somebody
weight = float(input("weight of the accuracy: "))


def reward_func(queries, prompts, labels):
    return {"rewards": weight * float(labels[0] in queries[0])}

# %% a test that fails
import torch


def reward_func(queries, prompts, labels):
    return {"rewards": torch.tensor([float(label in query) for query, label in zip(queries, labels)])}


assert reward_func(["a b"], ["a"], ["b"])["rewards"] == [1.0]
