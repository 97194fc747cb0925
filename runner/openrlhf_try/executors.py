"""The executors: those of an installed OpenRLHF, else ours, which keep their contract without images and without HTTP."""

import asyncio
import functools
import importlib.util
import itertools
import sys
import types
from abc import ABC, abstractmethod
from copy import deepcopy

from .values import shortened


class AgentExecutorBase(ABC):
    @abstractmethod
    async def execute(self, prompt, label, sampling_params, max_length, hf_tokenizer, llm_engine, images=None):
        raise NotImplementedError


class AgentInstanceBase(ABC):
    @abstractmethod
    def __init__(self, *args, **kwargs):
        pass

    async def reset(self, states, **kwargs):
        return states

    @abstractmethod
    async def step(self, state_dict, **kwargs):
        raise NotImplementedError


def tokens_of(tokenizer, text):
    return tokenizer(text=text, add_special_tokens=False, return_tensors="pt")["input_ids"][0].tolist()


def log_probs(output):
    return [by_token[token].logprob for token, by_token in zip(output.token_ids, output.logprobs)]


class MultiTurnAgentExecutor(AgentExecutorBase):
    def __init__(self, agent_instance_cls):
        assert issubclass(agent_instance_cls, AgentInstanceBase), "AgentInstance must inherit from AgentInstanceBase"
        self.agent_instance_cls = agent_instance_cls

    async def execute(self, prompt, label, sampling_params, max_length, hf_tokenizer, llm_engine, images=None):
        agent = self.agent_instance_cls()
        text = (await agent.reset({"observation": prompt, "label": label}))["observation"]
        tokens = tokens_of(hf_tokenizer, text)
        room = max_length - (getattr(sampling_params, "max_tokens", None) or 1)
        if len(tokens) > room:
            tokens = tokens[-room:]
            text = hf_tokenizer.decode(tokens, skip_special_tokens=False)
        keep = sampling_params.logprobs is not None
        probabilities = [0.0] * len(tokens) if keep else None
        result = dict(reward=0, scores=0, extra_logs={}, truncated=False)
        ranges, done = [], False
        while not done:
            sampling_params.max_tokens = max_length - len(tokens)
            if sampling_params.max_tokens <= 0:
                break
            request = await llm_engine.generate(tokens, deepcopy(sampling_params), multi_modal_data=None)
            output = request.outputs[0]
            result["truncated"] = output.finish_reason == "length"
            ranges.append((len(tokens), len(tokens) + len(output.token_ids)))
            states = dict(observation_text=text, action_text=output.text, label=label, sampling_params=sampling_params)
            step = await agent.step(states)
            result["reward"] += step["rewards"].item()
            result["scores"] = step.get("scores", result["reward"])
            feedback = step["environment_feedback"]
            done = step["done"]
            result["extra_logs"] = step.get("extra_logs", {})
            more = tokens_of(hf_tokenizer, feedback)
            text = text + output.text + feedback
            tokens = tokens + output.token_ids + more
            if keep:
                probabilities += log_probs(output) + [0.0] * len(more)
            sampling_params = step.get("sampling_params") or sampling_params
        return dict(
            prompt=prompt, label=label, images=images, mm_train_inputs=None, observation_tokens=tokens, action_ranges=ranges,
            rollout_log_probs=probabilities, **result,
        )  # fmt: skip


class SingleTurnAgentExecutor(AgentExecutorBase):
    def __init__(self, remote_rm_url=None):
        self.reward_endpoints = [remote_rm_url] if isinstance(remote_rm_url, str) else remote_rm_url or []
        self._reward_endpoint_cycle = itertools.cycle(self.reward_endpoints)
        self.reward_func = None
        if self.reward_endpoints and self.reward_endpoints[0].endswith(".py"):
            self.reward_func = load("reward_func", self.reward_endpoints[0]).reward_func

    async def execute(self, prompt, label, sampling_params, max_length, hf_tokenizer, llm_engine, images=None):
        tokens = tokens_of(hf_tokenizer, prompt)
        if sampling_params.max_tokens is None:
            sampling_params = deepcopy(sampling_params)
            sampling_params.max_tokens = max(1, max_length - len(tokens))
        room = max_length - sampling_params.max_tokens
        tokens = tokens[-room:] if len(tokens) > room else tokens
        request = await llm_engine.generate(tokens, deepcopy(sampling_params), multi_modal_data=None)
        output = request.outputs[0]
        everything = tokens + output.token_ids
        result = dict(
            prompt=prompt, label=label, images=images, mm_train_inputs=None, observation_tokens=everything,
            action_ranges=[(len(tokens), len(everything))], rollout_log_probs=None, reward=None, scores=None, extra_logs={},
            truncated=output.finish_reason == "length",
        )  # fmt: skip
        if sampling_params.logprobs is not None and output.logprobs is not None:
            result["rollout_log_probs"] = [0.0] * len(tokens) + log_probs(output)
        if self.reward_endpoints:
            try:
                query = hf_tokenizer.decode(everything, skip_special_tokens=False)
                (info,) = await self._fetch_rewards_via_func([query], [prompt], [label])
                if info:
                    reward, score = info.get("rewards"), info.get("scores")
                    logs = info.get("extra_logs") or {}
                    result.update(reward=reward, scores=reward if score is None else score, extra_logs=logs)
            except Exception:
                # As in OpenRLHF, which goes on without a reward.
                pass
        return result

    async def _fetch_rewards_via_func(self, queries, prompts, labels):
        call = functools.partial(self.reward_func, queries, prompts, labels)
        return [await asyncio.get_running_loop().run_in_executor(None, call)]


OWN = (AgentExecutorBase, AgentInstanceBase, MultiTurnAgentExecutor, SingleTurnAgentExecutor)


def load(name, path):
    """A file by its path, in no package and unknown to `sys.modules`."""
    spec = importlib.util.spec_from_file_location(name, path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def executors(wanted):
    """The module `openrlhf.utils.agent`: the real one, else ours under its name; whose it is, and why not the real one."""
    reason = None
    if wanted != "own":
        try:
            # Whatever its imports print is not the user's.
            import openrlhf.utils.agent as real

            return real, "openrlhf", None
        except Exception as error:
            there = not (isinstance(error, ModuleNotFoundError) and (error.name or "").partition(".")[0] == "openrlhf")
            reason = shortened(f"{type(error).__name__}: {error}") if there else None
            for name in [one for one in sys.modules if one.partition(".")[0] == "openrlhf"]:
                del sys.modules[name]
    packages = [types.ModuleType(name) for name in ("openrlhf", "openrlhf.utils", "openrlhf.utils.agent")]
    for parent, child in zip(packages, packages[1:]):
        parent.__path__ = []
        setattr(parent, child.__name__.rpartition(".")[2], child)
    for package in packages:
        sys.modules[package.__name__] = package
    agent = packages[-1]
    for one in OWN:
        setattr(agent, one.__name__, one)
    return agent, "own", reason
