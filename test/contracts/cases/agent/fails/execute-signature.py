# class: execute-signature
# execute is called by keyword, with `images` too.

# %% without images
from openrlhf.utils.agent import AgentExecutorBase


class AgentExecutor(AgentExecutorBase):
    async def execute(self, prompt, label, sampling_params, max_length, hf_tokenizer, llm_engine):
        tokens = hf_tokenizer.encode(prompt)
        return {"prompt": prompt, "label": label, "observation_tokens": tokens, "action_ranges": [], "rollout_log_probs": None, "reward": 1.0}

# %% another name
import torch
from openrlhf.utils.agent import AgentExecutorBase


class AgentExecutor(AgentExecutorBase):
    async def execute(self, prompt, label, sampling_params, max_length, tokenizer, llm_engine, images=None):
        tokens = tokenizer.encode(prompt)
        result = dict(prompt=prompt, label=label, observation_tokens=tokens, action_ranges=[(0, 1)])
        result["rollout_log_probs"] = None
        result["reward"] = torch.tensor(1.0)
        return result

# %% one more that is required
from openrlhf.utils.agent import SingleTurnAgentExecutor


class AgentExecutor(SingleTurnAgentExecutor):
    async def execute(self, prompt, label, session_id, **kwargs):
        result = await super().execute(prompt, label, **kwargs)
        result["reward"] = 1.0
        return result

# %% positional
from openrlhf.utils.agent import AgentExecutorBase


class AgentExecutor(AgentExecutorBase):
    async def execute(self, *sample):
        prompt, label, sampling_params, max_length, hf_tokenizer, llm_engine = sample
        return {"prompt": prompt, "label": label, "reward": 1.0}
