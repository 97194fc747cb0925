# class: answers-without-rewards
# The object has no `rewards`.

# %% reward
import uvicorn
from fastapi import FastAPI, Request

app = FastAPI()


@app.post("/get_reward")
async def get_reward(request: Request):
    data = await request.json()
    return {"reward": float(data["labels"][0] in data["query"][0])}


if __name__ == "__main__":
    uvicorn.run(app, port=5000)

# %% scores in steps
from flask import Flask, jsonify, request

app = Flask(__name__)


@app.post("/get_reward")
def get_reward():
    result = {}
    result["scores"] = [float(label in query) for query, label in zip(request.json["query"], request.json["labels"])]
    return jsonify(result)


if __name__ == "__main__":
    app.run(port=5000)

# %% nested
import uvicorn
from fastapi import FastAPI, Request

app = FastAPI()


def answer(value):
    return {"data": {"rewards": value}, "code": 0}


@app.post("/get_reward")
async def get_reward(request: Request):
    data = await request.json()
    return answer(float(data["labels"][0] in data["query"][0]))


if __name__ == "__main__":
    uvicorn.run(app, port=5000)
