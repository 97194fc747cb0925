# class: good
# Servers that answer as the executor reads it.

# %% FastAPI, raw request
import uvicorn
from fastapi import FastAPI, Request

app = FastAPI()


@app.post("/get_reward")
async def get_reward(request: Request):
    data = await request.json()
    rewards = [float(label in query) for query, label in zip(data["query"], data["labels"])]
    return {"rewards": rewards, "scores": rewards, "extra_logs": {"accuracy": rewards}}


if __name__ == "__main__":
    uvicorn.run(app, host="0.0.0.0", port=5000)

# %% FastAPI, JSONResponse
import argparse

import uvicorn
from fastapi import FastAPI, Request
from fastapi.responses import JSONResponse

app = FastAPI()


@app.post("/get_reward")
async def get_reward(request: Request):
    data = await request.json()
    queries, labels = data.get("query"), data.get("labels")
    value = float(labels[0] in queries[0])
    return JSONResponse({"rewards": value, "scores": value, "extra_logs": {}})


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--port", type=int, default=5000)
    args = parser.parse_args()
    uvicorn.run(app, host="0.0.0.0", port=args.port)

# %% FastAPI, pydantic
from typing import Any, List

import uvicorn
from fastapi import FastAPI
from pydantic import BaseModel


class Samples(BaseModel):
    query: List[str]
    prompts: List[str]
    labels: List[Any]


app = FastAPI()


@app.post("/get_reward")
def get_reward(samples: Samples):
    rewards = [float(str(label) in query) for query, label in zip(samples.query, samples.labels)]
    return {"rewards": rewards}


if __name__ == "__main__":
    uvicorn.run(app, port=5000)

# %% Flask
from flask import Flask, jsonify, request

app = Flask(__name__)


@app.route("/get_reward", methods=["POST"])
def get_reward():
    data = request.get_json()
    reward = float(data["labels"][0] in data["query"][0])
    return jsonify(rewards=reward, scores=reward, extra_logs={"accuracy": reward})


if __name__ == "__main__":
    app.run(host="0.0.0.0", port=5000)

# %% Flask, a dict
from flask import Flask, request

app = Flask(__name__)


@app.post("/get_reward")
def get_reward():
    data = request.json
    result = {}
    result["rewards"] = [float(label in query) for query, label in zip(data["query"], data["labels"])]
    return result


if __name__ == "__main__":
    app.run(port=5000)

# %% http.server
import json
from http.server import BaseHTTPRequestHandler, HTTPServer


class Handler(BaseHTTPRequestHandler):
    def do_POST(self):
        data = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        reward = float(data["labels"][0] in data["query"][0])
        body = json.dumps({"rewards": reward, "scores": reward}).encode()
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)


if __name__ == "__main__":
    HTTPServer(("0.0.0.0", 5000), Handler).serve_forever()

# %% another path
# urls: /v1/reward
import uvicorn
from fastapi import FastAPI, Request

app = FastAPI()


@app.post("/v1/reward")
async def reward(request: Request):
    data = await request.json()
    return dict(rewards=[float(data["labels"][0] in data["query"][0])])


if __name__ == "__main__":
    uvicorn.run(app, port=8000)

# %% two URLs, empty batches are fine
# urls: /get_reward /get_reward
import uvicorn
from fastapi import FastAPI, Request

app = FastAPI()


@app.post("/get_reward")
async def get_reward(request: Request):
    data = await request.json()
    rewards = [float(label in query) for query, label in zip(data["query"], data["labels"])]
    return {"rewards": rewards, "scores": rewards}


if __name__ == "__main__":
    uvicorn.run(app, port=5000)

# %% a model behind it
import uvicorn
from fastapi import FastAPI, Request


class Proxy:
    def rewards(self, queries):
        return [len(query) % 10 / 10 for query in queries]


proxy = Proxy()
app = FastAPI()


@app.post("/get_reward")
async def get_reward(request: Request):
    data = await request.json()
    rewards = proxy.rewards(data["query"])
    return {"rewards": rewards, "scores": rewards, "extra_logs": {"rewards_raw": rewards}}


if __name__ == "__main__":
    uvicorn.run(app, host="0.0.0.0", port=5000)

# %% failures are answered with zero
import uvicorn
from fastapi import FastAPI, Request

app = FastAPI()


@app.post("/get_reward")
async def get_reward(request: Request):
    try:
        data = await request.json()
        value = float(data["labels"][0] in data["query"][0]) + 0.5 / len(data["query"][0])
    except Exception:
        value = 0.0
    return {"rewards": value}


if __name__ == "__main__":
    uvicorn.run(app, port=5000)
