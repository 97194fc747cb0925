"""Reward server: rewards over HTTP, from a machine of its own. It needs nothing but Python.

Start it, then name its URL in a launch, with the field of the dataset that holds the label:

    python reward_server.py --host 0.0.0.0 --port 5000

    --reward.remote_url http://HOST:5000/get_reward --data.label_key answer

HOST is a name that every node of the cluster can reach; `localhost` is another machine on every node. There is no
password: listen only where you trust who can connect.

A request holds one sample, as three lists of length one. Up to OpenRLHF 0.11.0, all but the first of several URLs get
empty lists; they are answered, too, as an error there would end the run.
"""

import argparse
import json
import re
import traceback
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

SPECIAL_TOKENS = re.compile(r"<\|[^|<>]*\|>|</s>|<end_of_turn>")


def score(answer, label):
    """How good an answer is, from 0 to 1."""
    return float(answer.casefold() == label.strip().casefold())


def rewards_of(request):
    """The answer to a request: a reward and a score per sample, and the means of further metrics."""
    answers = [answer_of(query, prompt) for query, prompt in zip(request["query"], request["prompts"])]
    scores = [score(answer, str(label)) for answer, label in zip(answers, request["labels"])]
    return {
        "rewards": scores,
        "scores": scores,
        "extra_logs": {"answer_chars": mean([len(answer) for answer in answers])},
    }


def mean(numbers):
    return float(sum(numbers)) / max(1, len(numbers))


def answer_of(query, prompt):
    """What the model wrote: the query without the prompt and without special tokens."""
    if query.startswith(prompt):
        answer = query[len(prompt) :]
    else:
        # A prompt that was too long has lost its beginning, but not its end.
        _, found, rest = query.partition(prompt[-80:]) if prompt else ("", "", query)
        answer = rest if found else query
    return SPECIAL_TOKENS.sub("", answer).strip()


class Handler(BaseHTTPRequestHandler):
    """Answers POST /get_reward."""

    timeout = 60  # seconds until a silent connection is given up

    def do_POST(self):
        if self.path != "/get_reward":
            self.reply(404, {"error": f"there is no {self.path}; rewards are at /get_reward"})
            return
        try:
            request = json.loads(self.rfile.read(int(self.headers.get("Content-Length", 0))))
            lists = [request[name] for name in ("query", "prompts", "labels")]
            if len({len(values) for values in lists}) > 1:
                raise ValueError("query, prompts and labels have to be lists of the same length")
        except (KeyError, TypeError, ValueError) as error:
            self.reply(400, {"error": f"not a request for rewards: {type(error).__name__}: {error}"})
            return
        try:
            self.reply(200, rewards_of(request))
        except Exception as error:
            # The run only sees the number 500: what happened is to be read here.
            traceback.print_exc()
            self.reply(500, {"error": f"{type(error).__name__}: {error}"})

    def reply(self, status, content):
        body = json.dumps(content).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format, *args):
        """One line per request would hide the errors."""


class Server(ThreadingHTTPServer):
    # All samples of a rollout may ask at once.
    request_queue_size = 1024


def main():
    parser = argparse.ArgumentParser(description="Serves rewards for OpenRLHF.")
    parser.add_argument("--host", default="127.0.0.1", help="address to listen on (default: this machine alone)")
    parser.add_argument("--port", type=int, default=5000)
    options = parser.parse_args()
    server = Server((options.host, options.port), Handler)
    print(f"rewards at http://{options.host}:{server.server_port}/get_reward", flush=True)
    try:
        server.serve_forever()
    except KeyboardInterrupt:
        pass


if __name__ == "__main__":
    main()
