# class: state-shared-between-samples
# Class attributes and globals that one sample changes for another.

# %% a list of the class
import torch
from openrlhf.utils.agent import AgentInstanceBase, MultiTurnAgentExecutor

class AgentInstance(AgentInstanceBase):
    history = []

    def __init__(self, *args, **kwargs):
        pass

    async def step(self, states, **kwargs):
        self.history.append(states["action_text"])
        hit = float(states["label"] in states["action_text"])
        return {"rewards": torch.tensor(hit / len(self.history)), "environment_feedback": "", "done": True}


class AgentExecutor(MultiTurnAgentExecutor):
    def __init__(self):
        super().__init__(AgentInstance)

# %% a counter of the module
from typing import Any, Dict

import torch
from openrlhf.utils.agent import AgentInstanceBase, MultiTurnAgentExecutor
turns = 0


class AgentInstance(AgentInstanceBase):
    def __init__(self, *args, **kwargs):
        pass

    async def step(self, states, **kwargs):
        global turns
        turns += 1
        result = {"rewards": torch.tensor(float(states["label"] in states["action_text"])), "environment_feedback": "\nAgain: "}
        result["done"] = turns % 3 == 0
        return result


class AgentExecutor(MultiTurnAgentExecutor):
    def __init__(self):
        super().__init__(AgentInstance)

# %% a dict by label
import torch
from openrlhf.utils.agent import AgentInstanceBase, MultiTurnAgentExecutor

class AgentInstance(AgentInstanceBase):
    tries = {}

    def __init__(self, *args, **kwargs):
        self.bonus = 0.0

    async def step(self, states, **kwargs):
        count = self.tries.get(states["label"], 0)
        self.tries[states["label"]] = count + 1
        return dict(rewards=torch.tensor(1.0 - 0.1 * count), environment_feedback="", done=True)


class AgentExecutor(MultiTurnAgentExecutor):
    def __init__(self):
        super().__init__(AgentInstance)

# %% state of the executor
from copy import deepcopy

from openrlhf.utils.agent import AgentExecutorBase


class AgentExecutor(AgentExecutorBase):
    def __init__(self):
        self.solved = set()

    async def execute(self, prompt, label, sampling_params, max_length, hf_tokenizer, llm_engine, images=None):
        tokens = hf_tokenizer.encode(prompt)
        output = (await llm_engine.generate(tokens, deepcopy(sampling_params))).outputs[0]
        first = prompt not in self.solved
        self.solved.add(prompt)
        return {
            "prompt": prompt,
            "label": label,
            "observation_tokens": tokens + list(output.token_ids),
            "action_ranges": [(len(tokens), len(tokens) + len(output.token_ids))],
            "rollout_log_probs": None,
            "reward": float(label in output.text) + (0.5 if first else 0.0),
        }
