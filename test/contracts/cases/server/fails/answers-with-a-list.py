# class: answers-with-a-list
# The answer is no JSON object.

# %% FastAPI
import uvicorn
from fastapi import FastAPI, Request

app = FastAPI()


@app.post("/get_reward")
async def get_reward(request: Request):
    data = await request.json()
    return [float(label in query) for query, label in zip(data["query"], data["labels"])]


if __name__ == "__main__":
    uvicorn.run(app, port=5000)

# %% Flask, a number
from flask import Flask, jsonify, request

app = Flask(__name__)


@app.route("/get_reward", methods=["POST"])
def get_reward():
    data = request.get_json()
    return jsonify(float(data["labels"][0] in data["query"][0]) + 1.0)


if __name__ == "__main__":
    app.run(port=5000)

# %% text that holds JSON
import json

import uvicorn
from fastapi import FastAPI, Request

app = FastAPI()


@app.post("/get_reward")
async def get_reward(request: Request):
    data = await request.json()
    return json.dumps({"rewards": float(data["labels"][0] in data["query"][0])})


if __name__ == "__main__":
    uvicorn.run(app, port=5000)
