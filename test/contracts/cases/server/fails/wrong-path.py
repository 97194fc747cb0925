# class: wrong-path
# The URL of the launch names another path.

# %% the root
# urls: /
import uvicorn
from fastapi import FastAPI, Request

app = FastAPI()


@app.post("/get_reward")
async def get_reward(request: Request):
    data = await request.json()
    return {"rewards": [float(data["labels"][0] in data["query"][0])]}


if __name__ == "__main__":
    uvicorn.run(app, port=5000)

# %% only GET
import uvicorn
from fastapi import FastAPI

app = FastAPI()


@app.get("/get_reward")
async def get_reward():
    return {"rewards": [1.0]}


if __name__ == "__main__":
    uvicorn.run(app, port=5000)

# %% Flask without methods
from flask import Flask, jsonify, request

app = Flask(__name__)


@app.route("/get_reward")
def get_reward():
    data = request.get_json()
    return jsonify(rewards=[float(data["labels"][0] in data["query"][0])])


if __name__ == "__main__":
    app.run(port=5000)
