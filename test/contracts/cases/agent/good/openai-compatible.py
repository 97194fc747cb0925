# class: good
# The model behind a client that speaks OpenAI's protocol; the tokens are kept beside.

# %% run_agent on a client of one's own
from copy import deepcopy
from types import SimpleNamespace

from openrlhf.utils.agent import AgentExecutorBase


class Client:
    """Looks like a chat client and keeps the tokens of each session."""

    def __init__(self, engine, tokenizer, params):
        self.engine, self.tokenizer, self.params = engine, tokenizer, params
        self.tokens, self.ranges = [], []

    async def create(self, messages):
        text = self.tokenizer.apply_chat_template(messages, tokenize=False, add_generation_prompt=True)
        tokens = self.tokenizer.encode(text, add_special_tokens=False)
        output = (await self.engine.generate(tokens, deepcopy(self.params))).outputs[0]
        self.tokens = tokens + list(output.token_ids)
        self.ranges.append((len(tokens), len(self.tokens)))
        return SimpleNamespace(content=output.text, finish_reason=output.finish_reason)


class AgentExecutor(AgentExecutorBase):
    async def run_agent(self, client, prompt, label):
        question = prompt.split("user\n")[-1].split("<|im_end|>")[0]
        answer = await client.create([{"role": "user", "content": question}])
        hit = float(label in answer.content)
        return {"reward": hit, "scores": hit, "extra_logs": {"accuracy": hit}}

    async def execute(self, prompt, label, sampling_params, max_length, hf_tokenizer, llm_engine, images=None):
        client = Client(llm_engine, hf_tokenizer, sampling_params)
        outcome = await self.run_agent(client, prompt, label)
        return {
            "prompt": prompt,
            "label": label,
            "images": images,
            "observation_tokens": client.tokens,
            "action_ranges": client.ranges,
            "rollout_log_probs": None,
            **outcome,
        }

# %% a server per engine
import asyncio
import threading
import time

import httpx
import uvicorn
from fastapi import FastAPI, Request
from openrlhf.utils.agent import AgentExecutorBase


class AgentExecutor(AgentExecutorBase):
    def _serve(self, engine, tokenizer, params):
        app = FastAPI()
        self.traces = {}
        loop = asyncio.get_running_loop()

        @app.post("/v1/chat/completions")
        async def complete(request: Request):
            body = await request.json()
            text = tokenizer.apply_chat_template(body["messages"], tokenize=False, add_generation_prompt=True)
            tokens = tokenizer.encode(text)
            asked = asyncio.run_coroutine_threadsafe(engine.generate(tokens, params), loop)
            output = (await asyncio.wrap_future(asked)).outputs[0]
            self.traces[body["session_id"]] = (tokens, list(output.token_ids))
            return {"choices": [{"message": {"role": "assistant", "content": output.text}}]}

        server = uvicorn.Server(uvicorn.Config(app, host="127.0.0.1", port=0, log_level="error"))
        server.install_signal_handlers = lambda: None
        threading.Thread(target=lambda: asyncio.run(server.serve()), daemon=True).start()
        return server

    async def execute(self, prompt, label, sampling_params, max_length, hf_tokenizer, llm_engine, images=None):
        if not hasattr(self, "server"):
            self.server = self._serve(llm_engine, hf_tokenizer, sampling_params)
        while not self.server.started:
            await asyncio.sleep(0.01)
        port = self.server.servers[0].sockets[0].getsockname()[1]
        session = f"{time.time()}-{id(asyncio.current_task())}"
        question = prompt.split("user\n")[-1].split("<|im_end|>")[0]
        body = {"session_id": session, "messages": [{"role": "user", "content": question}]}
        async with httpx.AsyncClient() as client:
            answer = await client.post(f"http://127.0.0.1:{port}/v1/chat/completions", json=body)
        text = answer.json()["choices"][0]["message"]["content"]
        tokens, ids = self.traces.pop(session)
        hit = float(label in text)
        return {
            "prompt": prompt,
            "label": label,
            "observation_tokens": tokens + ids,
            "action_ranges": [(len(tokens), len(tokens) + len(ids))],
            "rollout_log_probs": None,
            "reward": hit,
            "scores": hit,
            "extra_logs": {},
        }

# %% a reward that run_agent may leave out
from copy import deepcopy

from openrlhf.utils.agent import AgentExecutorBase


class AgentExecutor(AgentExecutorBase):
    async def run_agent(self, text, label):
        return {}

    async def execute(self, prompt, label, sampling_params, max_length, hf_tokenizer, llm_engine, images=None):
        tokens = hf_tokenizer.encode(prompt)
        output = (await llm_engine.generate(tokens, deepcopy(sampling_params))).outputs[0]
        outcome = await self.run_agent(output.text, label) or {}
        reward = outcome.get("reward")
        if reward is None:
            reward = float(label in output.text)
        return {
            "prompt": prompt,
            "label": label,
            "observation_tokens": tokens + list(output.token_ids),
            "action_ranges": [(len(tokens), len(tokens) + len(output.token_ids))],
            "rollout_log_probs": None,
            "reward": reward,
            "scores": outcome.get("scores"),
            "extra_logs": outcome.get("extra_logs", {}),
        }
