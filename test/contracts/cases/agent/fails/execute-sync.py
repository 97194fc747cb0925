# class: execute-sync
# execute is awaited.

# %% def
from openrlhf.utils.agent import AgentExecutorBase


class AgentExecutor(AgentExecutorBase):
    def execute(self, prompt, label, sampling_params, max_length, hf_tokenizer, llm_engine, images=None):
        tokens = hf_tokenizer.encode(prompt)
        return {"prompt": prompt, "label": label, "observation_tokens": tokens, "action_ranges": [(0, 1)], "rollout_log_probs": None, "reward": 1.0}

# %% runs the loop itself
import asyncio

from openrlhf.utils.agent import AgentExecutorBase


class AgentExecutor(AgentExecutorBase):
    def execute(self, **sample):
        tokens = sample["hf_tokenizer"].encode(sample["prompt"])
        output = asyncio.run(sample["llm_engine"].generate(tokens, sample["sampling_params"]))
        result = {"prompt": sample["prompt"], "reward": float(len(output.outputs[0].text))}
        return result

# %% built in steps
import torch
from openrlhf.utils.agent import AgentExecutorBase


class AgentExecutor(AgentExecutorBase):
    def execute(self, prompt, label, images=None, **rest):
        result = dict(prompt=prompt, label=label, rollout_log_probs=None)
        result["observation_tokens"] = rest["hf_tokenizer"].encode(prompt)
        result["action_ranges"] = [(0, 2)]
        result["reward"] = torch.tensor(0.5)
        return result
