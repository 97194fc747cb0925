# class: reads-and-answers
# Servers that look wrong at the first glance.

# %% a field is looked for first
import uvicorn
from fastapi import FastAPI, Request

app = FastAPI()


@app.post("/get_reward")
async def get_reward(request: Request):
    data = await request.json()
    queries = data["queries"] if "queries" in data else data["query"]
    return {"rewards": [float(label in query) for query, label in zip(queries, data["labels"])]}


if __name__ == "__main__":
    uvicorn.run(app, port=5000)

# %% a field that may fail
import uvicorn
from fastapi import FastAPI, Request

app = FastAPI()


@app.post("/get_reward")
async def get_reward(request: Request):
    data = await request.json()
    try:
        queries = data["queries"]
    except KeyError:
        queries = data["query"]
    return {"rewards": [float(label in query) for query, label in zip(queries, data["labels"])]}


if __name__ == "__main__":
    uvicorn.run(app, port=5000)

# %% a helper fills a field in
import uvicorn
from fastapi import FastAPI, Request

app = FastAPI()


def prepare(batch):
    batch["samples"] = list(zip(batch["query"], batch["labels"]))


@app.post("/get_reward")
async def get_reward(request: Request):
    data = await request.json()
    prepare(data)
    return {"rewards": [float(label in query) for query, label in data["samples"]]}


if __name__ == "__main__":
    uvicorn.run(app, port=5000)

# %% a field of its own
from flask import Flask, request

app = Flask(__name__)


@app.post("/get_reward")
def get_reward():
    data = request.get_json(force=True)
    data["texts"] = [query.lower() for query in data["query"]]
    return {"rewards": [float(label.lower() in text) for text, label in zip(data["texts"], data["labels"])]}


if __name__ == "__main__":
    app.run(port=5000)

# %% another name for the same body
import uvicorn
from fastapi import FastAPI, Request

app = FastAPI()


@app.post("/get_reward")
async def get_reward(request: Request):
    data = await request.json()
    data = {"texts": data["query"], "labels": data["labels"]}
    return {"rewards": [float(label in text) for text, label in zip(data["texts"], data["labels"])]}


if __name__ == "__main__":
    uvicorn.run(app, port=5000)

# %% a model that renames
from typing import List

import uvicorn
from fastapi import FastAPI
from pydantic import BaseModel, Field


class Samples(BaseModel):
    queries: List[str] = Field(alias="query")
    labels: List[str]


app = FastAPI()


@app.post("/get_reward")
def get_reward(samples: Samples):
    return {"rewards": [float(label in query) for query, label in zip(samples.queries, samples.labels)]}


if __name__ == "__main__":
    uvicorn.run(app, port=5000)

# %% a model of the answer
from typing import List

import uvicorn
from fastapi import FastAPI, Request
from pydantic import BaseModel


class Answer(BaseModel):
    value: List[float]
    rewards: List[float] = [0.5]


app = FastAPI()


@app.post("/get_reward", response_model=Answer)
async def get_reward(request: Request):
    data = await request.json()
    return {"value": [float(label in query) for query, label in zip(data["query"], data["labels"])]}


if __name__ == "__main__":
    uvicorn.run(app, port=5000)

# %% Flask, a status and headers
from flask import Flask, jsonify, request

app = Flask(__name__)


@app.route("/get_reward", methods=["GET", "POST"])
def get_reward():
    data = request.get_json()
    rewards = [float(label in query) for query, label in zip(data["query"], data["labels"])]
    return jsonify({"rewards": rewards}), 200, {"X-Model": "exact"}


if __name__ == "__main__":
    app.run(port=5000)

# %% one path, two methods
import uvicorn
from fastapi import FastAPI, Request

app = FastAPI()


@app.get("/get_reward")
async def describe():
    return "post query, prompts and labels"


@app.post("/get_reward")
async def get_reward(request: Request):
    data = await request.json()
    return {"rewards": [float(label in query) for query, label in zip(data["query"], data["labels"])]}


if __name__ == "__main__":
    uvicorn.run(app, port=5000)

# %% Flask, its own response
import json

from flask import Flask, Response, request

app = Flask(__name__)


@app.post("/get_reward")
def get_reward():
    data = request.json
    rewards = [float(label in query) for query, label in zip(data["query"], data["labels"])]
    return Response(json.dumps({"rewards": rewards}), mimetype="application/json")


if __name__ == "__main__":
    app.run(port=5000)

# %% a decorator of its own
import functools

from flask import Flask, jsonify, request

app = Flask(__name__)


def as_rewards(fn):
    @functools.wraps(fn)
    def answer():
        return jsonify(rewards=fn())

    return answer


@app.post("/get_reward")
@as_rewards
def get_reward():
    data = request.get_json()
    return [float(label in query) for query, label in zip(data["query"], data["labels"])]


if __name__ == "__main__":
    app.run(port=5000)
