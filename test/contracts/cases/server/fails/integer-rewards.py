# class: integer-rewards
# Integers where a prompt has several samples, up to 0.11.1.

# %% FastAPI
import uvicorn
from fastapi import FastAPI, Request

app = FastAPI()


@app.post("/get_reward")
async def get_reward(request: Request):
    data = await request.json()
    return {"rewards": [1 if label in query else 0 for query, label in zip(data["query"], data["labels"])]}


if __name__ == "__main__":
    uvicorn.run(app, port=5000)

# %% Flask, bool
from flask import Flask, jsonify, request

app = Flask(__name__)


@app.post("/get_reward")
def get_reward():
    data = request.get_json()
    return jsonify(rewards=data["labels"][0] in data["query"][0])


if __name__ == "__main__":
    app.run(port=5000)

# %% in steps
import uvicorn
from fastapi import FastAPI, Request

app = FastAPI()


@app.post("/get_reward")
async def get_reward(request: Request):
    data = await request.json()
    result = {"scores": 0.5}
    result["rewards"] = int(data["labels"][0] in data["query"][0])
    return result


if __name__ == "__main__":
    uvicorn.run(app, port=5000)
