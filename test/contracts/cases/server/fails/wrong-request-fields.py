# class: wrong-request-fields
# The fields of the request are `query`, `prompts` and `labels`.

# %% queries
import uvicorn
from fastapi import FastAPI, Request

app = FastAPI()


@app.post("/get_reward")
async def get_reward(request: Request):
    data = await request.json()
    rewards = [float(label in query) for query, label in zip(data["queries"], data["labels"])]
    return {"rewards": rewards}


if __name__ == "__main__":
    uvicorn.run(app, port=5000)

# %% pydantic
from typing import List

import uvicorn
from fastapi import FastAPI
from pydantic import BaseModel


class Samples(BaseModel):
    queries: List[str]
    labels: List[str]


app = FastAPI()


@app.post("/get_reward")
def get_reward(samples: Samples):
    return {"rewards": [float(samples.labels[0] in samples.queries[0])]}


if __name__ == "__main__":
    uvicorn.run(app, port=5000)

# %% label and response
from flask import Flask, jsonify, request

app = Flask(__name__)


@app.route("/get_reward", methods=["POST"])
def get_reward():
    data = request.get_json()
    response, label = data["response"], data["label"]
    return jsonify({"rewards": float(label in response)})


if __name__ == "__main__":
    app.run(port=5000)
