"""Executor for agents that speak the OpenAI API: what they ask at a URL of their own is what the model is trained on.

A launch names this file, and the field of the dataset that holds the label:

    --train.agent_func_path ./openai_server_agent.py --data.label_key answer

Write your agent into `run_agent`. It runs in a thread and may block; any client of the OpenAI API will do, such as
`openai.OpenAI(base_url=base_url, api_key="none")`. A conversation may only grow: each request repeats the messages so
far, with the answers as they were given, and adds new ones. No streaming, no tools, no images.
"""

import asyncio
import concurrent.futures
import copy
import json
import re
import threading
import time
import traceback
import urllib.request
import uuid
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from openrlhf.utils.agent import AgentExecutorBase

MAX_TURNS = 3
# Samples of a vLLM engine whose agents run at the same time.
AGENTS_AT_ONCE = 256


def run_agent(base_url, prompt, label):
    """The agent: asks the model as often as it likes. Returns the reward, and a score from 0 to 1."""
    messages = [{"role": "user", "content": prompt}]
    for turn in range(MAX_TURNS):
        answer = chat(base_url, messages)
        if re.search(rf"(?<![\w.]){re.escape(label.strip())}(?!\w|\.\w)", answer, re.IGNORECASE):
            return {"reward": 1.0 - 0.1 * turn, "score": 1.0}
        messages.append({"role": "assistant", "content": answer})
        messages.append({"role": "user", "content": "That is not right. Look for the mistake, then answer again."})
    return {"reward": 0.0, "score": 0.0}


def chat(base_url, messages):
    """One request, without any package."""
    body = json.dumps({"model": "policy", "messages": messages}).encode()
    request = urllib.request.Request(f"{base_url}/chat/completions", body, {"Content-Type": "application/json"})
    # Past any proxy that the environment names: the server is in this very process.
    with urllib.request.build_opener(urllib.request.ProxyHandler({})).open(request) as response:
        return json.load(response)["choices"][0]["message"]["content"]


class AgentExecutor(AgentExecutorBase):
    """The class that OpenRLHF looks for in this file: one per vLLM engine, with a server of its own."""

    def __init__(self):
        self.server = Server(("127.0.0.1", 0), Handler)
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        self.threads = concurrent.futures.ThreadPoolExecutor(max_workers=AGENTS_AT_ONCE)

    async def execute(self, prompt, label, sampling_params, max_length, hf_tokenizer, llm_engine, images=None):
        if any(image is not None for image in images or []):
            raise ValueError("openai_server_agent.py is for text: the dataset must not have images")
        name = uuid.uuid4().hex
        session = Session(prompt, copy.deepcopy(sampling_params), max_length, hf_tokenizer, llm_engine)
        self.server.sessions[name] = session
        url = f"http://127.0.0.1:{self.server.server_port}/{name}/v1"
        failed = False
        try:
            loop = asyncio.get_running_loop()
            outcome = await loop.run_in_executor(self.threads, run_agent, url, prompt, str(label))
        except Exception:
            # One agent that stumbles is no reason to end the run. It shows in the metrics, and here.
            traceback.print_exc()
            failed, outcome = True, {"reward": 0.0, "score": 0.0}
        finally:
            del self.server.sessions[name]
        if not session.action_ranges:
            raise RuntimeError("run_agent has asked the model nothing, so there is nothing to train on")
        return {
            "prompt": prompt,
            "label": label,
            "images": images,
            "observation_tokens": session.tokens,
            "action_ranges": session.action_ranges,
            # Without a request for them there are none.
            "rollout_log_probs": None if sampling_params.logprobs is None else session.log_probs,
            "truncated": session.truncated,
            "reward": float(outcome["reward"]),
            "scores": float(outcome["score"]),
            "extra_logs": {"agent_failed": float(failed), "requests": float(len(session.action_ranges))},
        }


class Session:
    """The conversation of one sample: the messages, and the very tokens that the model was given and wrote."""

    def __init__(self, prompt, params, max_length, tokenizer, engine):
        self.prompt, self.params, self.max_length = prompt, params, max_length
        self.tokenizer, self.engine = tokenizer, engine
        self.loop, self.lock = asyncio.get_running_loop(), asyncio.Lock()
        self.messages, self.last_text, self.truncated, self.full = [], "", False, False
        self.tokens, self.action_ranges, self.log_probs = [], [], []

    async def complete(self, request):
        """Answers a request; ValueError says what is wrong with it."""
        if request.get("stream") or request.get("tools"):
            raise ValueError("streaming and tools are not supported")
        messages = [{"role": str(one["role"]), "content": content_of(one)} for one in request["messages"]]
        async with self.lock:
            given = [] if self.full else self.tokens_of(self.text_of_new(messages))
            if not self.tokens:
                # A prompt that is too long loses its beginning, as with OpenRLHF's own executors.
                given = given[-max(1, self.max_length - (self.params.max_tokens or 1)) :]
            left = self.max_length - len(self.tokens) - len(given)
            if self.full or left <= 0:
                # Later requests may be shorter, but they would not follow on what is there.
                self.full = self.truncated = True
                return reply("", "length")
            self.tokens += given
            self.log_probs += [0.0] * len(given)
            text, reason = await self.generate(min(left, request.get("max_tokens") or left))
            self.messages = [*messages, {"role": "assistant", "content": text}]
            return reply(text, reason)

    def text_of_new(self, messages):
        """What the messages add to the text so far, up to where the model goes on."""
        known = len(self.messages)
        if [key(one) for one in messages[:known]] != [key(one) for one in self.messages]:
            raise ValueError("the messages so far, with the answers, have to be repeated as they were")
        new = messages[known:]
        if not new:
            raise ValueError("there is no new message")
        if known == 0:
            # With data.apply_chat_template the prompt has its chat marks already.
            return self.prompt if new == [{"role": "user", "content": self.prompt}] else self.render(new)
        # Rendered behind another answer, as some templates change what is in the past.
        mark = "@@answer@@"
        before = [{"role": "user", "content": "?"}, {"role": "assistant", "content": mark}]
        _, _, added = self.render([*before, *new]).partition(mark)
        # The end mark of the answer is already there, if the model wrote it.
        overlap = next((n for n in range(len(added), 0, -1) if self.last_text.endswith(added[:n])), 0)
        return added[overlap:]

    async def generate(self, max_tokens):
        params = copy.deepcopy(self.params)
        params.max_tokens = max_tokens
        output = (await self.engine.generate(list(self.tokens), params)).outputs[0]
        token_ids = list(output.token_ids)
        self.action_ranges.append((len(self.tokens), len(self.tokens) + len(token_ids)))
        self.tokens += token_ids
        if output.logprobs is None:
            self.log_probs += [0.0] * len(token_ids)
        else:
            self.log_probs += [chances[token].logprob for token, chances in zip(token_ids, output.logprobs)]
        self.last_text, self.truncated = output.text, output.finish_reason == "length"
        return self.tokenizer.decode(token_ids, skip_special_tokens=True), output.finish_reason

    def render(self, messages):
        return self.tokenizer.apply_chat_template(messages, tokenize=False, add_generation_prompt=True)

    def tokens_of(self, text):
        return self.tokenizer(text=text, add_special_tokens=False, return_tensors="pt")["input_ids"][0].tolist()


def content_of(message):
    """The text of a message, which may come in parts."""
    content = message.get("content") or ""
    return content if isinstance(content, str) else "".join(part.get("text", "") for part in content)


def key(message):
    # Frameworks like to strip answers.
    return message["role"], message["content"].strip()


def reply(text, reason):
    choice = {"index": 0, "message": {"role": "assistant", "content": text}, "finish_reason": reason}
    return {
        "id": f"chatcmpl-{uuid.uuid4().hex}",
        "object": "chat.completion",
        "created": int(time.time()),
        "model": "policy",
        "choices": [choice],
    }


class Server(ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 1024

    def __init__(self, address, handler):
        super().__init__(address, handler)
        self.sessions = {}


class Handler(BaseHTTPRequestHandler):
    """Answers POST /SESSION/v1/chat/completions."""

    def do_POST(self):
        name, _, path = self.path.lstrip("/").partition("/")
        session = self.server.sessions.get(name)
        if session is None or path != "v1/chat/completions":
            self.send(404, {"error": {"message": f"there is no {self.path}"}})
            return
        try:
            request = json.loads(self.rfile.read(int(self.headers.get("Content-Length", 0))))
            # The engine belongs to the event loop.
            answer = asyncio.run_coroutine_threadsafe(session.complete(request), session.loop).result()
            self.send(200, answer)
        except (AttributeError, KeyError, TypeError, ValueError) as error:
            self.send(400, {"error": {"message": f"{type(error).__name__}: {error}"}})

    def send(self, status, content):
        body = json.dumps(content).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format, *args):
        """One line per request would drown the log of the job."""
