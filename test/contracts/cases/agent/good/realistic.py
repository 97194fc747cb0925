# class: good
# Longer agents, as projects have them.

# %% a guessing game with its own environment class
import random
from typing import Any, Dict, Optional

import torch
from openrlhf.utils.agent import AgentInstanceBase, MultiTurnAgentExecutor


class Game:
    """Knows nothing of OpenRLHF."""

    def __init__(self, secret: str, limit: int = 3):
        self.secret, self.limit, self.guesses = secret, limit, 0

    def guess(self, text: str) -> Dict[str, Any]:
        self.guesses += 1
        won = self.secret in text
        return {"won": won, "over": won or self.guesses >= self.limit, "hint": f"{len(self.secret)} letters"}


class AgentInstance(AgentInstanceBase):
    def __init__(self, *args, **kwargs):
        self.game: Optional[Game] = None
        self.random = random.Random(0)

    async def reset(self, states: Dict[str, Any], **kwargs) -> Dict[str, str]:
        self.game = Game(states["label"])
        return {"observation": states["observation"]}

    async def step(self, states: Dict[str, Any], **kwargs) -> Dict[str, Any]:
        outcome = self.game.guess(states["action_text"])
        reward = 1.0 / self.game.guesses if outcome["won"] else 0.0
        hint = "" if outcome["over"] else f"\n<|im_start|>user\n{outcome['hint']}<|im_end|>\n<|im_start|>assistant\n"
        return {
            "rewards": torch.tensor(reward),
            "scores": torch.tensor(float(outcome["won"])),
            "environment_feedback": hint,
            "done": outcome["over"],
            "extra_logs": {"guesses": torch.tensor(float(self.game.guesses)), "won": float(outcome["won"])},
        }


class AgentExecutor(MultiTurnAgentExecutor):
    def __init__(self):
        super().__init__(AgentInstance)

# %% tools by name
import ast
import json
import operator

import torch
from openrlhf.utils.agent import AgentInstanceBase, MultiTurnAgentExecutor

OPERATORS = {ast.Add: operator.add, ast.Sub: operator.sub, ast.Mult: operator.mul, ast.Div: operator.truediv}


def calculate(text):
    def value(node):
        if isinstance(node, ast.BinOp):
            return OPERATORS[type(node.op)](value(node.left), value(node.right))
        return ast.literal_eval(node)

    return value(ast.parse(text, mode="eval").body)


TOOLS = {"calculate": calculate, "length": len}


class ToolAgent(AgentInstanceBase):
    def __init__(self, *args, **kwargs):
        self.calls = self.errors = 0

    def call(self, text):
        try:
            request = json.loads(text.replace("<|im_end|>", ""))
            output = TOOLS[request["tool"]](request["input"])
        except Exception as error:
            self.errors += 1
            output = f"error: {error}"
        self.calls += 1
        return f"\n<|im_start|>tool\n{output}<|im_end|>\n<|im_start|>assistant\n"

    async def step(self, states, **kwargs):
        text = states["action_text"]
        final = states["label"] in text or self.calls == 2
        feedback = "" if final else self.call(text)
        return {
            "rewards": torch.tensor([float(states["label"] in text) - 0.1 * self.errors]),
            "environment_feedback": feedback,
            "done": final,
            "extra_logs": {"calls": self.calls, "errors": self.errors},
        }


class AgentExecutor(MultiTurnAgentExecutor):
    def __init__(self):
        super().__init__(ToolAgent)

# %% lazily shared index
import threading

import torch
from openrlhf.utils.agent import AgentInstanceBase, MultiTurnAgentExecutor

_index = None
_guard = threading.Lock()


def index():
    global _index
    with _guard:
        if _index is None:
            _index = {"france": "Paris is its capital.", "seven": "Half of it is 3.5."}
    return _index


class SearchAgent(AgentInstanceBase):
    MAX_TURNS = 2

    def __init__(self, *args, **kwargs):
        self.turn = 0

    async def step(self, states, **kwargs):
        self.turn += 1
        hits = [text for word, text in index().items() if word in states["observation_text"].lower()]
        correct = states["label"] in states["action_text"]
        done = correct or self.turn >= self.MAX_TURNS
        feedback = ""
        if not done:
            feedback = "\n" + "\n".join(hits or ["nothing found"]) + "\n"
        return dict(
            rewards=torch.tensor(float(correct)), scores=float(correct), environment_feedback=feedback, done=done,
            extra_logs={"hits": len(hits)},
        )


class AgentExecutor(MultiTurnAgentExecutor):
    def __init__(self):
        super().__init__(SearchAgent)

# %% a state machine
import enum

import torch
from openrlhf.utils.agent import AgentInstanceBase, MultiTurnAgentExecutor


class Phase(enum.Enum):
    PLAN = 1
    ANSWER = 2
    OVER = 3


class AgentInstance(AgentInstanceBase):
    def __init__(self, *args, **kwargs):
        self.phase = Phase.PLAN
        self.handlers = {Phase.PLAN: self.plan, Phase.ANSWER: self.answer}

    async def step(self, states, **kwargs):
        return await self.handlers[self.phase](states)

    async def plan(self, states):
        self.phase = Phase.ANSWER
        return {"rewards": torch.zeros(()), "environment_feedback": "\nNow answer: ", "done": False, "extra_logs": {"planned": 1.0}}

    async def answer(self, states):
        self.phase = Phase.OVER
        hit = torch.tensor(states["label"] in states["action_text"], dtype=torch.float)
        return {"rewards": hit, "environment_feedback": "", "done": True, "extra_logs": {"planned": 1.0}}


class AgentExecutor(MultiTurnAgentExecutor):
    def __init__(self):
        super().__init__(AgentInstance)

# %% gym-like environment behind an adapter
import numpy as np
import torch
from openrlhf.utils.agent import AgentInstanceBase, MultiTurnAgentExecutor


class Environment:
    def reset(self, seed=None):
        self.steps = 0
        return "start", {}

    def step(self, action):
        self.steps += 1
        reward = np.float64("boxed" in action)
        terminated, truncated = bool(reward), self.steps >= 2
        return "\ngo on ", reward, terminated, truncated, {"steps": self.steps}


class Adapter(AgentInstanceBase):
    def __init__(self, *args, **kwargs):
        self.environment = Environment()

    async def reset(self, states, **kwargs):
        text, _ = self.environment.reset(seed=0)
        return {"observation": f"{states['observation']}({text}) "}

    async def step(self, states, **kwargs):
        feedback, reward, terminated, truncated, info = self.environment.step(states["action_text"])
        done = terminated or truncated
        return {
            "rewards": torch.tensor(reward, dtype=torch.float),
            "environment_feedback": "" if done else feedback,
            "done": done,
            "extra_logs": {key: float(value) for key, value in info.items()},
        }


class AgentExecutor(MultiTurnAgentExecutor):
    def __init__(self):
        super().__init__(Adapter)

# %% semaphore around a judge
import asyncio
import os

import httpx
import torch
from openrlhf.utils.agent import AgentInstanceBase, MultiTurnAgentExecutor


class Judge:
    def __init__(self, limit=8):
        self.semaphore = asyncio.Semaphore(limit)

    async def score(self, text):
        async with self.semaphore, httpx.AsyncClient(timeout=30) as client:
            for _ in range(3):
                try:
                    answer = await client.post(os.environ["JUDGE_URL"], json={"text": text})
                    return float(answer.json()["score"])
                except httpx.HTTPError:
                    await asyncio.sleep(0.05)
        return 0.0


JUDGE = Judge()


class AgentInstance(AgentInstanceBase):
    def __init__(self, *args, **kwargs):
        self.judge = Judge(1)

    async def step(self, states, **kwargs):
        score = await asyncio.wait_for(self.judge.score(states["action_text"]), timeout=20)
        result = {"rewards": torch.tensor(score), "environment_feedback": "", "done": True}
        result["scores"] = result["rewards"]
        return result


class AgentExecutor(MultiTurnAgentExecutor):
    def __init__(self):
        super().__init__(AgentInstance)

# %% a base class that catches everything
import logging

import torch
from openrlhf.utils.agent import AgentInstanceBase, MultiTurnAgentExecutor

logger = logging.getLogger(__name__)


class SafeInstance(AgentInstanceBase):
    def __init__(self, *args, **kwargs):
        self.setup()

    def setup(self):
        self.failures = 0

    async def step(self, states, **kwargs):
        try:
            reward, feedback, done = await self.play(states)
        except Exception:
            logger.exception("step failed")
            self.failures += 1
            reward, feedback, done = 0.0, "", True
        return {
            "rewards": torch.as_tensor(reward, dtype=torch.float32),
            "environment_feedback": feedback,
            "done": done,
            "extra_logs": {"failures": float(self.failures)},
        }

    async def play(self, states):
        raise NotImplementedError


class JsonAgent(SafeInstance):
    async def play(self, states):
        import json

        answer = json.loads(states["action_text"].replace("<|im_end|>", ""))
        return float(answer["answer"] == states["label"]), "", True


class AgentExecutor(MultiTurnAgentExecutor):
    def __init__(self):
        super().__init__(JsonAgent)

# %% reward only at the end, from the whole conversation
import torch
from openrlhf.utils.agent import AgentInstanceBase, MultiTurnAgentExecutor


class AgentInstance(AgentInstanceBase):
    def __init__(self, *args, **kwargs):
        self.turns = []

    async def step(self, states, **kwargs):
        self.turns.append(states["action_text"])
        done = len(self.turns) == 2
        final = torch.tensor(0.0)
        if done:
            final = torch.stack([torch.tensor(float(states["label"] in turn)) for turn in self.turns]).mean()
        return {
            "rewards": final,
            "scores": final.clamp(0, 1),
            "environment_feedback": ["\nOnce more: ", ""][done],
            "done": done,
            "extra_logs": {"turns": float(len(self.turns))},
        }


class AgentExecutor(MultiTurnAgentExecutor):
    def __init__(self):
        super().__init__(AgentInstance)

# %% best of two in an executor of one's own
import asyncio
from copy import deepcopy

from openrlhf.utils.agent import AgentExecutorBase


class AgentExecutor(AgentExecutorBase):
    candidates = 2

    async def _generate(self, engine, tokens, params):
        output = await engine.generate(list(tokens), deepcopy(params))
        return output.outputs[0]

    async def execute(self, prompt, label, sampling_params, max_length: int, hf_tokenizer, llm_engine, images=None):
        tokens = hf_tokenizer(text=prompt, add_special_tokens=False, return_tensors="pt")["input_ids"][0].tolist()
        params = deepcopy(sampling_params)
        params.max_tokens = min(params.max_tokens or max_length, max_length - len(tokens))
        first = await self._generate(llm_engine, tokens, params)
        await asyncio.sleep(0)
        ids = list(first.token_ids)
        reward = float(label in first.text) + 0.01 * len(ids) / max_length
        response = {"prompt": prompt, "label": label, "images": images, "mm_train_inputs": None}
        response |= {
            "observation_tokens": tokens + ids,
            "action_ranges": [(len(tokens), len(tokens) + len(ids))],
            "rollout_log_probs": None,
            "truncated": first.finish_reason == "length",
        }
        response.update(reward=reward, scores=float(label in first.text), extra_logs={})
        return response

# %% a mixin for logs and super().step
import torch
from openrlhf.utils.agent import AgentInstanceBase, MultiTurnAgentExecutor


class Base(AgentInstanceBase):
    def __init__(self, *args, **kwargs):
        self.turn = 0

    async def step(self, states, **kwargs):
        self.turn += 1
        hit = torch.tensor(float(states["label"] in states["action_text"]))
        return {"rewards": hit, "environment_feedback": "\nAgain: ", "done": self.turn == 2}


class Logged(Base):
    async def step(self, states, **kwargs):
        result = await super().step(states, **kwargs)
        return {**result, "extra_logs": {"turn": float(self.turn)}}


class Quiet(Logged):
    async def step(self, states, **kwargs):
        result = await super().step(states, **kwargs)
        if result["done"]:
            result["environment_feedback"] = ""
        return result


class AgentExecutor(MultiTurnAgentExecutor):
    def __init__(self):
        super().__init__(Quiet)
