# class: execute-reward-none
# There is no reward model beside an agent.

# %% None
from openrlhf.utils.agent import AgentExecutorBase


class AgentExecutor(AgentExecutorBase):
    async def execute(self, prompt, label, sampling_params, max_length, hf_tokenizer, llm_engine, images=None):
        tokens = hf_tokenizer.encode(prompt)
        output = (await llm_engine.generate(tokens, sampling_params)).outputs[0]
        whole = tokens + list(output.token_ids)
        return {
            "prompt": prompt,
            "label": label,
            "observation_tokens": whole,
            "action_ranges": [(len(tokens), len(whole))],
            "rollout_log_probs": None,
            "reward": None,
        }

# %% no key
from openrlhf.utils.agent import AgentExecutorBase


class AgentExecutor(AgentExecutorBase):
    async def execute(self, prompt, label, sampling_params, max_length, hf_tokenizer, llm_engine, images=None):
        tokens = hf_tokenizer.encode(prompt)
        output = (await llm_engine.generate(tokens, sampling_params)).outputs[0]
        result = dict(prompt=prompt, label=label, rollout_log_probs=None)
        result.update(observation_tokens=tokens + output.token_ids, rewards=float(label in output.text))
        result["action_ranges"] = [(len(tokens), len(tokens) + len(output.token_ids))]
        return result

# %% single turn without a reward
from openrlhf.utils.agent import SingleTurnAgentExecutor


class AgentExecutor(SingleTurnAgentExecutor):
    def __init__(self):
        super().__init__()

# %% run_agent gives nothing
from copy import deepcopy

from openrlhf.utils.agent import AgentExecutorBase


class AgentExecutor(AgentExecutorBase):
    async def run_agent(self, text, label):
        return {}

    async def execute(self, prompt, label, sampling_params, max_length, hf_tokenizer, llm_engine, images=None):
        tokens = hf_tokenizer.encode(prompt)
        output = (await llm_engine.generate(tokens, deepcopy(sampling_params))).outputs[0]
        outcome = await self.run_agent(output.text, label)
        whole = tokens + list(output.token_ids)
        return {
            "prompt": prompt,
            "label": label,
            "observation_tokens": whole,
            "action_ranges": [(len(tokens), len(whole))],
            "rollout_log_probs": None,
            "reward": outcome.get("reward"),
            "scores": outcome.get("scores"),
            "extra_logs": outcome.get("extra_logs", {}),
        }

# %% run_agent returns nothing
from openrlhf.utils.agent import SingleTurnAgentExecutor


class AgentExecutor(SingleTurnAgentExecutor):
    async def run_agent(self, result, label):
        self.last = float(label in str(result["observation_tokens"]))

    async def execute(self, *args, **kwargs):
        result = await super().execute(*args, **kwargs)
        outcome = await self.run_agent(result, result["label"])
        result["reward"] = (outcome or {}).get("reward")
        return result
