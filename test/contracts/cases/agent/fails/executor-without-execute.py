# class: executor-without-execute
# The abstract method is missing.

# %% misspelled
from openrlhf.utils.agent import AgentExecutorBase


class AgentExecutor(AgentExecutorBase):
    async def run(self, prompt, label, sampling_params, max_length, hf_tokenizer, llm_engine, images=None):
        return {}

# %% only run_agent
import torch
from openrlhf.utils.agent import AgentExecutorBase


class AgentExecutor(AgentExecutorBase):
    def __init__(self):
        self.rewards = torch.zeros(1)

    async def run_agent(self, prompt, label, session_id):
        return {"reward": 1.0}

# %% instance methods in the executor
import torch
from openrlhf.utils.agent import AgentExecutorBase


class AgentExecutor(AgentExecutorBase):
    async def reset(self, states, **kwargs):
        return states

    async def step(self, states, **kwargs):
        return {"rewards": torch.zeros(1), "environment_feedback": "", "done": True}
