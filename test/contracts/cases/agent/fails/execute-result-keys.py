# class: execute-result-keys
# The driver reads five keys with brackets.

# %% no action_ranges
from openrlhf.utils.agent import AgentExecutorBase


class AgentExecutor(AgentExecutorBase):
    async def execute(self, prompt, label, sampling_params, max_length, hf_tokenizer, llm_engine, images=None):
        tokens = hf_tokenizer.encode(prompt)
        output = (await llm_engine.generate(tokens, sampling_params)).outputs[0]
        return {"prompt": prompt, "label": label, "observation_tokens": tokens + output.token_ids, "rollout_log_probs": None, "reward": 1.0}

# %% no rollout_log_probs
from openrlhf.utils.agent import AgentExecutorBase


class AgentExecutor(AgentExecutorBase):
    async def execute(self, prompt, label, sampling_params, max_length, hf_tokenizer, llm_engine, images=None):
        tokens = hf_tokenizer.encode(prompt)
        output = (await llm_engine.generate(tokens, sampling_params)).outputs[0]
        result = dict(prompt=prompt, label=label)
        result["observation_tokens"] = tokens + output.token_ids
        result["action_ranges"] = [(len(tokens), len(tokens) + len(output.token_ids))]
        result["reward"] = float(label in output.text)
        return result

# %% neither prompt nor label
from openrlhf.utils.agent import AgentExecutorBase


class AgentExecutor(AgentExecutorBase):
    async def execute(self, prompt, label, **sample):
        tokens = sample["hf_tokenizer"].encode(prompt)
        output = (await sample["llm_engine"].generate(tokens, sample["sampling_params"])).outputs[0]
        return self.pack(tokens, output, float(label in output.text))

    def pack(self, tokens, output, reward):
        whole = tokens + list(output.token_ids)
        return {"observation_tokens": whole, "action_ranges": [(len(tokens), len(whole))], "rollout_log_probs": None, "reward": reward}

# %% text instead of tokens
from openrlhf.utils.agent import AgentExecutorBase


class AgentExecutor(AgentExecutorBase):
    async def execute(self, prompt, label, sampling_params, max_length, hf_tokenizer, llm_engine, images=None):
        output = (await llm_engine.generate(hf_tokenizer.encode(prompt), sampling_params)).outputs[0]
        return {"prompt": prompt, "label": label, "response": output.text, "reward": float(label in output.text)}

# %% nothing
from openrlhf.utils.agent import AgentExecutorBase


class AgentExecutor(AgentExecutorBase):
    async def execute(self, prompt, label, sampling_params, max_length, hf_tokenizer, llm_engine, images=None):
        output = await llm_engine.generate(hf_tokenizer.encode(prompt), sampling_params)
        self.last = output.outputs[0].text

# %% a list of samples
from openrlhf.utils.agent import SingleTurnAgentExecutor


class AgentExecutor(SingleTurnAgentExecutor):
    async def execute(self, *args, **kwargs):
        result = await super().execute(*args, **kwargs)
        result["reward"] = 1.0
        return [result]
