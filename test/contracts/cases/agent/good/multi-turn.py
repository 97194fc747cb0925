# class: good
# Agents with one AgentInstance per sample.

# %% the usual one
import torch
from openrlhf.utils.agent import AgentInstanceBase, MultiTurnAgentExecutor


class AgentInstance(AgentInstanceBase):
    def __init__(self, *args, **kwargs):
        self.turn = 0

    async def reset(self, states: dict, **kwargs):
        return {"observation": states["observation"]}

    async def step(self, states: dict, **kwargs):
        self.turn += 1
        hit = float(states["label"] in states["action_text"])
        done = hit == 1.0 or self.turn >= 2
        feedback = "" if done else "\n<|im_start|>user\nTry again.<|im_end|>\n<|im_start|>assistant\n"
        return {
            "rewards": torch.tensor(hit),
            "scores": torch.tensor(hit),
            "environment_feedback": feedback,
            "done": done,
            "sampling_params": states.get("sampling_params"),
            "extra_logs": {"turns": torch.tensor(float(self.turn))},
        }


class AgentExecutor(MultiTurnAgentExecutor):
    def __init__(self):
        super().__init__(AgentInstance)

# %% without reset
import torch
from openrlhf.utils.agent import AgentInstanceBase, MultiTurnAgentExecutor


class Once(AgentInstanceBase):
    def __init__(self):
        pass

    async def step(self, state_dict, **kwargs):
        reward = torch.tensor(float(state_dict["label"] in state_dict["action_text"]))
        return {"rewards": reward, "environment_feedback": "", "done": True}


class AgentExecutor(MultiTurnAgentExecutor):
    def __init__(self):
        super().__init__(Once)

# %% a tensor of one and truthy done
import torch
from openrlhf.utils import agent


class Env(agent.AgentInstanceBase):
    def __init__(self, *args, **kwargs):
        self.left = 2

    async def step(self, states, **kwargs):
        self.left -= 1
        reward = torch.tensor([float(states["label"] in states["action_text"])])
        return dict(rewards=reward, environment_feedback="\nAgain: ", done=self.left <= 0, scores=reward)


class AgentExecutor(agent.MultiTurnAgentExecutor):
    def __init__(self):
        super().__init__(Env)

# %% numpy reward
import numpy as np
from openrlhf.utils.agent import AgentInstanceBase, MultiTurnAgentExecutor


class AgentInstance(AgentInstanceBase):
    def __init__(self, *args, **kwargs):
        pass

    async def step(self, states, **kwargs):
        reward = np.float32(states["label"] in states["action_text"])
        return {"rewards": reward, "scores": float(reward), "environment_feedback": "", "done": True}


class AgentExecutor(MultiTurnAgentExecutor):
    def __init__(self):
        super().__init__(AgentInstance)

# %% numpy array of one
import numpy as np
from openrlhf.utils.agent import AgentInstanceBase, MultiTurnAgentExecutor


class AgentInstance(AgentInstanceBase):
    def __init__(self, *args, **kwargs):
        pass

    async def step(self, states, **kwargs):
        result = {"done": True, "environment_feedback": ""}
        result["rewards"] = np.array([states["label"] in states["action_text"]], dtype=np.float64)
        return result


class AgentExecutor(MultiTurnAgentExecutor):
    def __init__(self):
        super().__init__(AgentInstance)

# %% built in steps, early return
import torch
from openrlhf.utils.agent import AgentInstanceBase, MultiTurnAgentExecutor

MAX_TURNS = 3


class Guess(AgentInstanceBase):
    def __init__(self, *args, **kwargs):
        self.turn = 0

    async def step(self, states, **kwargs):
        self.turn += 1
        result = {"rewards": torch.zeros(1), "environment_feedback": "", "done": False}
        result["extra_logs"] = {"solved": 0.0}
        if states["label"] in states["action_text"]:
            result["rewards"] = torch.ones(1)
            result["extra_logs"]["solved"] = 1.0
            result["done"] = True
            return result
        if self.turn == MAX_TURNS:
            result["done"] = True
        else:
            result["environment_feedback"] = f"\n<|im_start|>user\n{MAX_TURNS - self.turn} left<|im_end|>\n<|im_start|>assistant\n"
        return result


class AgentExecutor(MultiTurnAgentExecutor):
    def __init__(self):
        super().__init__(Guess)

# %% results from helpers
import torch
from openrlhf.utils.agent import AgentInstanceBase, MultiTurnAgentExecutor


def going_on(text):
    return outcome(0.0, text, False)


def finished(reward):
    return outcome(reward, "", True)


def outcome(reward, text, done):
    return {
        "rewards": torch.tensor(reward, dtype=torch.float32),
        "scores": reward,
        "environment_feedback": text,
        "done": done,
        "extra_logs": {"reward_of_turn": reward},
    }


class AgentInstance(AgentInstanceBase):
    def __init__(self, *args, **kwargs):
        self.tries = 0

    async def step(self, states, **kwargs):
        self.tries += 1
        if states["label"] in states["action_text"]:
            return finished(1.0 / self.tries)
        return going_on("\nWrong. ") if self.tries < 3 else finished(-1.0)


class AgentExecutor(MultiTurnAgentExecutor):
    def __init__(self):
        super().__init__(AgentInstance)

# %% an own method makes the result
import torch
from openrlhf.utils.agent import AgentInstanceBase, MultiTurnAgentExecutor


class AgentInstance(AgentInstanceBase):
    def __init__(self, *args, **kwargs):
        self.history = []

    async def reset(self, states, **kwargs):
        self.label = states["label"]
        return {"observation": "You are careful.\n" + states["observation"]}

    async def step(self, states, **kwargs):
        self.history.append(states["action_text"])
        return self._result(self.label in self.history[-1])

    def _result(self, correct):
        return {
            "rewards": torch.tensor(1.0 if correct else 0.0),
            "environment_feedback": "",
            "done": True,
            "extra_logs": {"length": len(self.history[-1])},
        }


class AgentExecutor(MultiTurnAgentExecutor):
    def __init__(self):
        super().__init__(AgentInstance)

# %% an awaited helper makes the result
import asyncio

import torch
from openrlhf.utils.agent import AgentInstanceBase, MultiTurnAgentExecutor


class AgentInstance(AgentInstanceBase):
    def __init__(self, *args, **kwargs):
        pass

    async def grade(self, text, label):
        await asyncio.sleep(0)
        return {"rewards": torch.tensor([float(label in text)])}

    async def step(self, states, **kwargs):
        result = await self.grade(states["action_text"], states["label"])
        result.update(environment_feedback="", done=True)
        return result


class AgentExecutor(MultiTurnAgentExecutor):
    def __init__(self):
        super().__init__(AgentInstance)

# %% a tool in a thread
import asyncio
import contextlib
import io
import re

import torch
from openrlhf.utils.agent import AgentInstanceBase, MultiTurnAgentExecutor

CODE = re.compile(r"```python\n(.*?)```", re.DOTALL)


def run(code):
    out = io.StringIO()
    try:
        with contextlib.redirect_stdout(out):
            exec(code, {})
    except Exception as error:
        return repr(error)
    return out.getvalue()


class CodeAgent(AgentInstanceBase):
    def __init__(self, *args, **kwargs):
        self.calls = 0

    async def reset(self, states, **kwargs):
        self.calls = 0
        return states

    async def step(self, states, **kwargs):
        text = states["action_text"]
        found = CODE.search(text)
        done = found is None or self.calls >= 2
        feedback = ""
        if not done:
            self.calls += 1
            output = await asyncio.to_thread(run, found.group(1))
            feedback = f"\n<|im_start|>tool\n{output}<|im_end|>\n<|im_start|>assistant\n"
        reward = float(states["label"] in text) if done else 0.0
        return {
            "rewards": torch.tensor(reward),
            "scores": reward,
            "environment_feedback": feedback,
            "done": done,
            "extra_logs": {"tool_calls": float(self.calls)},
        }


class AgentExecutor(MultiTurnAgentExecutor):
    def __init__(self):
        super().__init__(CodeAgent)

# %% a subprocess of asyncio
import asyncio
import sys

import torch
from openrlhf.utils.agent import AgentInstanceBase, MultiTurnAgentExecutor


class AgentInstance(AgentInstanceBase):
    def __init__(self, *args, **kwargs):
        pass

    async def step(self, states, **kwargs):
        process = await asyncio.create_subprocess_exec(sys.executable, "-I", "-S", "-c", "print(6 * 2)", stdout=asyncio.subprocess.PIPE)
        out, _ = await process.communicate()
        same = out.decode().strip() == states["label"]
        reward = torch.tensor(float(same) + float(states["label"] in states["action_text"]))
        return {"rewards": reward, "environment_feedback": "", "done": True}


class AgentExecutor(MultiTurnAgentExecutor):
    def __init__(self):
        super().__init__(AgentInstance)

# %% a judge over aiohttp
import os

import aiohttp
import torch
from openrlhf.utils.agent import AgentInstanceBase, MultiTurnAgentExecutor


class Judged(AgentInstanceBase):
    def __init__(self, *args, **kwargs):
        self.url = os.environ.get("JUDGE_URL", "http://judge/score")

    async def step(self, states, **kwargs):
        async with aiohttp.ClientSession() as session:
            async with session.post(self.url, json={"text": states["action_text"]}) as answer:
                score = (await answer.json())["score"]
        return {"rewards": torch.tensor([score]), "scores": score, "environment_feedback": "", "done": True}


class AgentExecutor(MultiTurnAgentExecutor):
    def __init__(self):
        super().__init__(Judged)

# %% requests in a thread
import asyncio
import os

import requests
import torch
from openrlhf.utils.agent import AgentInstanceBase, MultiTurnAgentExecutor


def ask(text):
    answer = requests.post(os.environ["JUDGE_URL"], json={"text": text}, timeout=10)
    return answer.json()["score"]


class AgentInstance(AgentInstanceBase):
    def __init__(self, *args, **kwargs):
        pass

    async def step(self, states, **kwargs):
        score = await asyncio.get_running_loop().run_in_executor(None, ask, states["action_text"])
        return {"rewards": torch.tensor(float(score)), "environment_feedback": "", "done": True}


class AgentExecutor(MultiTurnAgentExecutor):
    def __init__(self):
        super().__init__(AgentInstance)

# %% waits without blocking
import asyncio

import torch
from openrlhf.utils.agent import AgentInstanceBase, MultiTurnAgentExecutor


class AgentInstance(AgentInstanceBase):
    def __init__(self, *args, **kwargs):
        self.lock = asyncio.Lock()

    async def step(self, states, **kwargs):
        async with self.lock:
            await asyncio.sleep(0.001)
        hit = torch.tensor(float(states["label"] in states["action_text"]))
        return {"rewards": hit, "environment_feedback": "", "done": True}


class AgentExecutor(MultiTurnAgentExecutor):
    def __init__(self):
        super().__init__(AgentInstance)

# %% new sampling parameters
import copy

import torch
from openrlhf.utils.agent import AgentInstanceBase, MultiTurnAgentExecutor


class AgentInstance(AgentInstanceBase):
    def __init__(self, *args, **kwargs):
        self.turn = 0

    async def step(self, states, **kwargs):
        self.turn += 1
        params = copy.deepcopy(states["sampling_params"])
        params.temperature = 0.5
        hit = float(states["label"] in states["action_text"])
        return {
            "rewards": torch.tensor(hit),
            "environment_feedback": "\nOnce more: ",
            "done": self.turn == 2,
            "sampling_params": params,
        }


class AgentExecutor(MultiTurnAgentExecutor):
    def __init__(self):
        super().__init__(AgentInstance)

# %% vllm's sampling parameters
import torch
from openrlhf.utils.agent import AgentInstanceBase, MultiTurnAgentExecutor
from vllm import SamplingParams


class AgentInstance(AgentInstanceBase):
    def __init__(self, *args, **kwargs):
        self.turn = 0

    async def step(self, states, **kwargs):
        self.turn += 1
        hit = float(states["label"] in states["action_text"])
        result = dict(rewards=torch.tensor(hit), environment_feedback="\n", done=bool(hit) or self.turn > 1)
        if not result["done"]:
            result["sampling_params"] = SamplingParams(temperature=0.2, max_tokens=64)
        return result


class AgentExecutor(MultiTurnAgentExecutor):
    def __init__(self):
        super().__init__(AgentInstance)

# %% images without a vision model
import torch
from openrlhf.utils.agent import AgentInstanceBase, MultiTurnAgentExecutor


class AgentInstance(AgentInstanceBase):
    def __init__(self, *args, **kwargs):
        pass

    async def step(self, states, **kwargs):
        hit = torch.tensor(float(states["label"] in states["action_text"]))
        return {"rewards": hit, "environment_feedback": "", "done": True, "environment_images": None}


class AgentExecutor(MultiTurnAgentExecutor):
    def __init__(self):
        super().__init__(AgentInstance)

# %% integer tensors are summed to floats
import torch
from openrlhf.utils.agent import AgentInstanceBase, MultiTurnAgentExecutor


class AgentInstance(AgentInstanceBase):
    def __init__(self, *args, **kwargs):
        pass

    async def step(self, states, **kwargs):
        correct = torch.tensor(states["label"] in states["action_text"])
        return {"rewards": correct.float() - 0.5, "scores": correct, "environment_feedback": "", "done": True}


class AgentExecutor(MultiTurnAgentExecutor):
    def __init__(self):
        super().__init__(AgentInstance)

# %% done as an int
import torch
from openrlhf.utils.agent import AgentInstanceBase, MultiTurnAgentExecutor


class AgentInstance(AgentInstanceBase):
    def __init__(self, *args, **kwargs):
        pass

    async def step(self, states, **kwargs):
        return {
            "rewards": torch.tensor(float(states["label"] in states["action_text"])),
            "environment_feedback": str(),
            "done": 1,
            "scores": None or 0.5,
        }


class AgentExecutor(MultiTurnAgentExecutor):
    def __init__(self):
        super().__init__(AgentInstance)

# %% exceptions are handled
import json

import torch
from openrlhf.utils.agent import AgentInstanceBase, MultiTurnAgentExecutor


class AgentInstance(AgentInstanceBase):
    def __init__(self, *args, **kwargs):
        pass

    async def step(self, states, **kwargs):
        try:
            answer = json.loads(states["action_text"].replace("<|im_end|>", ""))["answer"]
            reward = float(answer == states["label"])
        except Exception:
            reward = -0.1
        return {"rewards": torch.tensor(reward), "environment_feedback": "", "done": True, "extra_logs": {"raw": reward}}


class AgentExecutor(MultiTurnAgentExecutor):
    def __init__(self):
        super().__init__(AgentInstance)
