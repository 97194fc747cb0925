# class: good
# Executors of one's own on AgentExecutorBase and SingleTurnAgentExecutor.

# %% one generation, token level
from copy import deepcopy

from openrlhf.utils.agent import AgentExecutorBase


class AgentExecutor(AgentExecutorBase):
    async def execute(self, prompt, label, sampling_params, max_length, hf_tokenizer, llm_engine, images=None):
        tokens = hf_tokenizer(prompt, add_special_tokens=False, return_tensors="pt")["input_ids"][0].tolist()
        params = deepcopy(sampling_params)
        params.max_tokens = max_length - len(tokens)
        output = (await llm_engine.generate(tokens, params)).outputs[0]
        hit = float(label in output.text)
        return {
            "prompt": prompt,
            "label": label,
            "images": images,
            "observation_tokens": tokens + list(output.token_ids),
            "action_ranges": [(len(tokens), len(tokens) + len(output.token_ids))],
            "rollout_log_probs": None,
            "truncated": output.finish_reason == "length",
            "reward": hit,
            "scores": hit,
            "extra_logs": {"accuracy": hit},
        }

# %% only what is read with brackets
from copy import deepcopy

from openrlhf.utils.agent import AgentExecutorBase


class AgentExecutor(AgentExecutorBase):
    async def execute(self, prompt, label, sampling_params, max_length, hf_tokenizer, llm_engine, images):
        tokens = hf_tokenizer.encode(prompt, add_special_tokens=False)
        output = (await llm_engine.generate(tokens, deepcopy(sampling_params))).outputs[0]
        result = dict(prompt=prompt, label=label, rollout_log_probs=None)
        result["observation_tokens"] = tokens + output.token_ids
        result["action_ranges"] = [(len(tokens), len(result["observation_tokens"]))]
        result["reward"] = float(label in output.text)
        return result

# %% keyword arguments
from openrlhf.utils.agent import AgentExecutorBase


class AgentExecutor(AgentExecutorBase):
    async def execute(self, **sample):
        tokens = sample["hf_tokenizer"].encode(sample["prompt"])
        answer = await sample["llm_engine"].generate(tokens, sample["sampling_params"])
        ids = list(answer.outputs[0].token_ids)
        return {
            "prompt": sample["prompt"],
            "label": sample["label"],
            "observation_tokens": tokens + ids,
            "action_ranges": [(len(tokens), len(tokens) + len(ids))],
            "rollout_log_probs": None,
            "reward": float(sample["label"] in answer.outputs[0].text),
        }

# %% some names and the rest
from openrlhf.utils.agent import AgentExecutorBase


class AgentExecutor(AgentExecutorBase):
    async def execute(self, prompt, label, *, hf_tokenizer, llm_engine, sampling_params, **rest):
        tokens = hf_tokenizer.encode(prompt)
        output = (await llm_engine.generate(tokens, sampling_params)).outputs[0]
        return self.pack(prompt, label, tokens, output)

    def pack(self, prompt, label, tokens, output):
        whole = tokens + list(output.token_ids)
        return {
            "prompt": prompt,
            "label": label,
            "observation_tokens": whole,
            "action_ranges": [(len(tokens), len(whole))],
            "rollout_log_probs": None,
            "reward": float(label in output.text),
            "scores": float(label in output.text),
        }

# %% log probabilities
# launch: --algo.advantage.is_correction_level token --algo.advantage.is_correction_enable
from openrlhf.utils.agent import AgentExecutorBase


class AgentExecutor(AgentExecutorBase):
    async def execute(self, prompt, label, sampling_params, max_length, hf_tokenizer, llm_engine, images=None):
        tokens = hf_tokenizer.encode(prompt)
        output = (await llm_engine.generate(tokens, sampling_params)).outputs[0]
        ids = list(output.token_ids)
        log_probs = None
        if sampling_params.logprobs is not None:
            log_probs = [0.0] * len(tokens) + [each[token].logprob for token, each in zip(ids, output.logprobs)]
        hit = float(label in output.text)
        return {
            "prompt": prompt,
            "label": label,
            "observation_tokens": tokens + ids,
            "action_ranges": [(len(tokens), len(tokens) + len(ids))],
            "rollout_log_probs": log_probs,
            "reward": hit,
        }

# %% two generations and a tensor reward
from copy import deepcopy

import torch
from openrlhf.utils.agent import AgentExecutorBase


class AgentExecutor(AgentExecutorBase):
    def __init__(self):
        self.follow_up = "\n<|im_start|>user\nAre you sure?<|im_end|>\n<|im_start|>assistant\n"

    async def execute(self, prompt, label, sampling_params, max_length, hf_tokenizer, llm_engine, images=None):
        tokens, ranges, text = hf_tokenizer.encode(prompt), [], ""
        for turn in range(2):
            output = (await llm_engine.generate(tokens, deepcopy(sampling_params))).outputs[0]
            ranges.append((len(tokens), len(tokens) + len(output.token_ids)))
            tokens = tokens + list(output.token_ids)
            text = output.text
            if label in text:
                break
            if turn == 0:
                tokens += hf_tokenizer.encode(self.follow_up)
        return {
            "prompt": prompt,
            "label": label,
            "observation_tokens": tokens,
            "action_ranges": ranges,
            "rollout_log_probs": None,
            "reward": torch.tensor(float(label in text) / len(ranges)),
            "extra_logs": {"generations": len(ranges)},
        }

# %% single turn with a method as the reward
from openrlhf.utils.agent import SingleTurnAgentExecutor


def exact(queries, prompts, labels):
    return {"rewards": float(labels[0] in queries[0])}


class AgentExecutor(SingleTurnAgentExecutor):
    def __init__(self):
        super().__init__(None)
        self.reward_endpoints = ["exact.py"]
        self.reward_func = exact

# %% single turn, reward after execute
from openrlhf.utils.agent import SingleTurnAgentExecutor


class AgentExecutor(SingleTurnAgentExecutor):
    async def execute(self, *args, **kwargs):
        result = await super().execute(*args, **kwargs)
        text = kwargs["hf_tokenizer"].decode(result["observation_tokens"])
        hit = float(result["label"] in text)
        result.update(reward=hit, scores=hit, extra_logs={"accuracy": hit})
        return result

# %% single turn with its URL passed on
import os

from openrlhf.utils.agent import SingleTurnAgentExecutor


class AgentExecutor(SingleTurnAgentExecutor):
    def __init__(self):
        super().__init__([os.environ.get("JUDGE_URL", "http://judge/score")])

# %% single turn with a URL as text
import os

from openrlhf.utils.agent import SingleTurnAgentExecutor


class AgentExecutor(SingleTurnAgentExecutor):
    def __init__(self):
        url = os.environ["JUDGE_URL"]
        super().__init__(remote_rm_url=url)
        self.name = "judged"
