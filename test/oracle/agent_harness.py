"""What reward functions and agents may look like: the REAL executors of openrlhf/utils/agent.py against those of
agent_cases.py, on a pretend vLLM and pretend reward servers.

  agent_harness.py [TAG ...]   (default: v0.10.2 v0.11.0 v0.11.1 v0.11.2)
"""

import asyncio
import importlib
import logging
import os
import sys
import tempfile
import types

from agent_cases import AGENTS, PROMPT_BUDGETS, REMOTE_URLS, REWARD_FUNCTIONS, SERVER_LISTS
from fake_serving import Engine, RewardServers, SamplingParams, Tensor, Tokenizer, aiohttp_module
from oracle import SRC_ROOT

TAGS = ["v0.10.2", "v0.11.0", "v0.11.1", "v0.11.2"]
LOGGER = "openrlhf.utils.agent"
SINGLE_KEYS = ("reward", "scores", "extra_logs")
MULTI_KEYS = ("reward", "scores", "extra_logs", "truncated", "rollout_log_probs")


def load(tag):
    """The real module of a release."""
    for name in [name for name in sys.modules if name.startswith("openrlhf")]:
        del sys.modules[name]
    for name in ("openrlhf", "openrlhf.utils"):
        package = types.ModuleType(name)
        package.__path__ = [os.path.join(SRC_ROOT, tag, *name.split("."))]
        sys.modules[name] = package
    return importlib.import_module("openrlhf.utils.agent")


class Messages(logging.Handler):
    """Keeps what the module logs."""

    def __init__(self):
        super().__init__()
        self.texts = []

    def emit(self, record):
        self.texts.append(record.getMessage())

    def failures(self, width):
        return [text[:width] for text in self.texts if "Failed" in text]


def trial(act):
    """(what kind of end, the result or the message)"""
    try:
        return ("ok", act())
    except BaseException as error:  # SystemExit is an answer too
        return (type(error).__name__, str(error)[:140])


def sample(executor, prompt="hello", max_tokens=8, max_length=64, engine=None):
    """One sample through an executor, as a coroutine."""
    return executor.execute(prompt, "lab", SamplingParams(max_tokens), max_length, Tokenizer(), engine or Engine())


def pick(result, keys):
    return {key: result.get(key, "<missing>") for key in keys}


class Harness:
    """The trials of one release."""

    def __init__(self, tag):
        self.agent = load(tag)
        self.servers = RewardServers()
        self.agent.aiohttp = aiohttp_module(self.servers)
        self.messages = Messages()
        logging.getLogger(LOGGER).handlers = [self.messages]

    def reward_functions(self):
        for name, source in REWARD_FUNCTIONS.items():
            self.messages.texts.clear()
            with tempfile.TemporaryDirectory() as folder:
                path = os.path.join(folder, "reward.py")
                with open(path, "w", encoding="utf-8") as file:
                    file.write("from fake_serving import Tensor as T\n" + source)
                end = trial(lambda: pick(asyncio.run(sample(self.agent.SingleTurnAgentExecutor([path]))), SINGLE_KEYS))
            print(f"reward_func {name:28s}", end, self.messages.failures(110))

    def remote_urls(self):
        for urls in REMOTE_URLS:
            self._forget()
            end = trial(
                lambda: pick(asyncio.run(sample(self.agent.SingleTurnAgentExecutor(urls.split(",")))), SINGLE_KEYS)
            )
            posts = self.servers.posts
            empty = sum(1 for _, data in posts if not data["query"])
            print(
                f"remote_url {urls:58s}",
                end,
                f"posts {len(posts)} empty-query posts {empty}",
                self.messages.failures(100),
            )

    def spread_over_servers(self):
        for urls in SERVER_LISTS:
            self._forget()
            print(f"six samples over {urls:58s}", trial(lambda: self._six_samples(urls.split(","))))

    def _six_samples(self, urls):
        """One executor, six samples one after another."""
        executor = self.agent.SingleTurnAgentExecutor(urls)

        async def six():
            return [(await sample(executor))["reward"] for _ in range(6)]

        rewards = asyncio.run(six())
        posts = {url: sum(1 for one, data in self.servers.posts if one == url and data["query"]) for url in urls}
        return {"rewards": rewards, "non-empty posts per url": posts}

    def subclasses(self):
        """Subclasses of the single-turn executor that manage the endpoints themselves."""

        class NoSuper(self.agent.SingleTurnAgentExecutor):
            def __init__(self):
                self.reward_endpoints = ["http://serve_rm/a"]
                self.reward_func = None

        class Late(self.agent.SingleTurnAgentExecutor):
            def __init__(self):
                super().__init__(None)
                self.reward_endpoints = ["http://serve_rm/a"]

        for executor in (NoSuper, Late):
            self.messages.texts.clear()
            end = trial(lambda: pick(asyncio.run(sample(executor())), ("reward", "scores", "truncated")))
            print(f"subclass {executor.__name__:30s}", end, self.messages.failures(110))

    def prompt_budgets(self):
        for max_length, max_tokens, length in PROMPT_BUDGETS:

            def act():
                engine = Engine()
                executor = self.agent.SingleTurnAgentExecutor(None)
                asyncio.run(sample(executor, "p" * length, max_tokens, max_length, engine))
                return f"prompt kept {engine.prompt_length}/{length}, max_tokens {engine.max_tokens}"

            print(f"single-turn max_len={max_length} max_new_tokens={max_tokens} prompt={length}:", trial(act))

    def agents(self):
        for name in AGENTS:

            def act():
                result = asyncio.run(sample(self._multi_turn(name)))
                return pick(result, MULTI_KEYS) | {"turns": len(result["action_ranges"])}

            print(f"agent {name:24s}", trial(act))

    def finish_reasons(self):
        for reason in ("length", "stop"):
            for name in ("ok", "never done"):

                def act():
                    executor = self._multi_turn(name)
                    result = asyncio.run(sample(executor, max_length=20, engine=Engine(reason)))
                    return {"turns": len(result["action_ranges"]), "truncated": result.get("truncated", "<missing>")}

                print(f"agent {name:12s} vLLM finish_reason={reason:7s}", trial(act))

    def tokens_per_turn(self):
        """max_new_tokens is ignored per turn."""

        def act():
            engine = Engine()
            asyncio.run(sample(self._multi_turn("ok"), max_tokens=4, engine=engine))
            return f"rollout.max_new_tokens=4 -> vLLM got max_tokens={engine.max_tokens}"

        print("multi-turn", trial(act))

    def _multi_turn(self, name):
        names = {"Base": self.agent.AgentInstanceBase, "T": Tensor}
        exec("class Agent(Base):\n" + "".join(f"    {method}\n" for method in AGENTS[name]), names)
        return self.agent.MultiTurnAgentExecutor(names["Agent"])

    def _forget(self):
        self.messages.texts.clear()
        self.servers.posts.clear()


def without_waiting(act):
    """Runs something whose retries wait."""
    real = asyncio.sleep
    asyncio.sleep = lambda _: real(0)
    try:
        act()
    finally:
        asyncio.sleep = real


def main():
    sys.modules["aiohttp"] = aiohttp_module(RewardServers())
    for tag in sys.argv[1:] or TAGS:
        print("=====", tag)
        harness = Harness(tag)
        harness.reward_functions()
        without_waiting(harness.remote_urls)
        without_waiting(harness.spread_over_servers)
        without_waiting(harness.subclasses)
        harness.prompt_budgets()
        harness.agents()
        harness.finish_reasons()
        harness.tokens_per_turn()


if __name__ == "__main__":
    main()
