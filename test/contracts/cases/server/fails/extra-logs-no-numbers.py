# class: extra-logs-no-numbers
# Values of `extra_logs` that are no numbers.

# %% the query
import uvicorn
from fastapi import FastAPI, Request

app = FastAPI()


@app.post("/get_reward")
async def get_reward(request: Request):
    data = await request.json()
    return {"rewards": float(data["labels"][0] in data["query"][0]), "extra_logs": {"query": data["query"]}}


if __name__ == "__main__":
    uvicorn.run(app, port=5000)

# %% None in steps
from flask import Flask, jsonify, request

app = Flask(__name__)


@app.post("/get_reward")
def get_reward():
    result = dict(rewards=float(request.json["labels"][0] in request.json["query"][0]))
    result["extra_logs"] = {"error": None}
    return jsonify(result)


if __name__ == "__main__":
    app.run(port=5000)

# %% a reason of a helper
import uvicorn
from fastapi import FastAPI, Request

app = FastAPI()


def judge(query, label):
    return (1.0, "correct") if label in query else (0.0, "wrong")


@app.post("/get_reward")
async def get_reward(request: Request):
    data = await request.json()
    value, reason = judge(data["query"][0], data["labels"][0])
    return {"rewards": value, "extra_logs": {"reason": reason}}


if __name__ == "__main__":
    uvicorn.run(app, port=5000)
