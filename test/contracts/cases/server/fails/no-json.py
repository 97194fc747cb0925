# class: no-json
# The answer is not declared as JSON.

# %% plain text
import json

import uvicorn
from fastapi import FastAPI, Request
from fastapi.responses import PlainTextResponse

app = FastAPI()


@app.post("/get_reward")
async def get_reward(request: Request):
    data = await request.json()
    return PlainTextResponse(json.dumps({"rewards": float(data["labels"][0] in data["query"][0])}))


if __name__ == "__main__":
    uvicorn.run(app, port=5000)

# %% Flask, text
import json

from flask import Flask, request

app = Flask(__name__)


@app.post("/get_reward")
def get_reward():
    result = {"rewards": float(request.json["labels"][0] in request.json["query"][0])}
    return json.dumps(result)


if __name__ == "__main__":
    app.run(port=5000)

# %% http.server without a type
import json
from http.server import BaseHTTPRequestHandler, HTTPServer


class Handler(BaseHTTPRequestHandler):
    def do_POST(self):
        data = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        self.send_response(200)
        self.end_headers()
        self.wfile.write(json.dumps(dict(rewards=float(data["labels"][0] in data["query"][0]))).encode())


if __name__ == "__main__":
    HTTPServer(("0.0.0.0", 5000), Handler).serve_forever()
