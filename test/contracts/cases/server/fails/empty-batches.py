# class: empty-batches
# Up to 0.11.0 every URL but the first gets a batch of nothing.

# %% FastAPI, the first query is logged
# urls: /get_reward /get_reward
import uvicorn
from fastapi import FastAPI, Request

app = FastAPI()


@app.post("/get_reward")
async def get_reward(request: Request):
    data = await request.json()
    print("first query:", data["query"][0])
    rewards = [float(label in query) for query, label in zip(data["query"], data["labels"])]
    return {"rewards": rewards, "scores": rewards}


if __name__ == "__main__":
    uvicorn.run(app, port=5000)

# %% Flask, one sample
# urls: /get_reward /get_reward /get_reward
from flask import Flask, jsonify, request

app = Flask(__name__)


@app.route("/get_reward", methods=["POST"])
def get_reward():
    data = request.get_json()
    reward = float(data["labels"][0] in data["query"][0])
    return jsonify(rewards=reward, scores=reward)


if __name__ == "__main__":
    app.run(port=5000)

# %% a mean
# urls: /get_reward /get_reward
import uvicorn
from fastapi import FastAPI, Request

app = FastAPI()


@app.post("/get_reward")
async def get_reward(request: Request):
    data = await request.json()
    hits = [float(label in query) for query, label in zip(data["query"], data["labels"])]
    return dict(rewards=sum(hits) / len(hits))


if __name__ == "__main__":
    uvicorn.run(app, port=5000)
