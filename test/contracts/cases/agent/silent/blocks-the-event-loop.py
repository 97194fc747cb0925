# class: blocks-the-event-loop
# What waits here, waits for all samples of the engine.

# %% time.sleep
import time

import torch
from openrlhf.utils.agent import AgentInstanceBase, MultiTurnAgentExecutor

class AgentInstance(AgentInstanceBase):
    def __init__(self, *args, **kwargs):
        self.turn = 0
    async def step(self, states, **kwargs):
        time.sleep(0.01)
        hit = torch.tensor(float(states["label"] in states["action_text"]))
        return {"rewards": hit, "environment_feedback": "", "done": True}


class AgentExecutor(MultiTurnAgentExecutor):
    def __init__(self):
        super().__init__(AgentInstance)

# %% subprocess.run
import subprocess
import sys

import torch
from openrlhf.utils.agent import AgentInstanceBase, MultiTurnAgentExecutor

def run(code):
    return subprocess.run([sys.executable, "-I", "-S", "-c", code], capture_output=True, text=True, timeout=5).stdout


class AgentInstance(AgentInstanceBase):
    def __init__(self, *args, **kwargs):
        self.turn = 0
    async def step(self, states, **kwargs):
        output = run("print(6 * 2)").strip()
        reward = float(output == states["label"]) + float(states["label"] in states["action_text"])
        return dict(rewards=torch.tensor(reward), environment_feedback="", done=True)


class AgentExecutor(MultiTurnAgentExecutor):
    def __init__(self):
        super().__init__(AgentInstance)

# %% requests
import os

import requests
import torch
from openrlhf.utils.agent import AgentInstanceBase, MultiTurnAgentExecutor


class AgentInstance(AgentInstanceBase):
    def __init__(self, *args, **kwargs):
        self.turn = 0
    async def step(self, states, **kwargs):
        answer = requests.post(os.environ["JUDGE_URL"], json={"text": states["action_text"]}, timeout=10)
        result = {"rewards": torch.tensor(float(answer.json()["score"])), "environment_feedback": ""}
        result["done"] = True
        return result


class AgentExecutor(MultiTurnAgentExecutor):
    def __init__(self):
        super().__init__(AgentInstance)

# %% urlopen in reset
import os
from urllib.request import Request, urlopen

from typing import Any, Dict

import torch
from openrlhf.utils.agent import AgentInstanceBase, MultiTurnAgentExecutor

class AgentInstance(AgentInstanceBase):
    def __init__(self, *args, **kwargs):
        self.turn = 0
    async def reset(self, states, **kwargs):
        with urlopen(Request(os.environ["JUDGE_URL"], data=b"{}"), timeout=10) as answer:
            self.hint = answer.read()
        return states

    async def step(self, states, **kwargs):
        hit = torch.tensor(float(states["label"] in states["action_text"]))
        return {"rewards": hit, "scores": hit, "environment_feedback": "", "done": True}


class AgentExecutor(MultiTurnAgentExecutor):
    def __init__(self):
        super().__init__(AgentInstance)

# %% sleep in a retry of execute
from time import sleep

from openrlhf.utils.agent import SingleTurnAgentExecutor


class AgentExecutor(SingleTurnAgentExecutor):
    async def execute(self, *args, **kwargs):
        result = await super().execute(*args, **kwargs)
        sleep(0.01)
        result["reward"] = float(result["label"] in kwargs["hf_tokenizer"].decode(result["observation_tokens"]))
        return result
