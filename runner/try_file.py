"""Runs a reward function or an agent on a few samples, as the vLLM workers of OpenRLHF do, and tells what it sees.

    python try_file.py FOLDER

FOLDER holds `request.json`; `events.jsonl` and `stack.txt` are written into it (shapes: `src/model.ts`). What the file under
trial prints stays on standard output and standard error. Nothing but the standard library is needed, Python 3.8 or newer;
no GPU, no model. When standard input ends, the process and its group end.
"""

import ast
import asyncio
import faulthandler
import functools
import importlib.util
import inspect
import itertools
import json
import math
import os
import signal
import sys
import threading
import time
import traceback
import types
from abc import ABC, abstractmethod
from copy import deepcopy

# Characters; a token is a character here.
CONTEXT = 1_000_000
LONGEST_ANSWER = 100_000
# Turns after which an episode counts as one without an end.
MOST_TURNS = 32
# Characters of a text that an event keeps.
LONGEST_TEXT = 4_000
MOST_PROBLEMS = 200
# Seconds for which nothing else on the event loop could run.
BLOCKED = 1.0


class Events:
    """Appends lines of JSON to a file. It is opened each time: code under trial may close what it finds open."""

    def __init__(self, path):
        self.path, self.process, self.lock, self.problems = path, os.getpid(), threading.Lock(), 0

    def put(self, event, **fields):
        # A fork of the process would tell everything twice.
        if os.getpid() != self.process:
            return
        if event in ("violation", "failure"):
            self.problems += 1
            if self.problems > MOST_PROBLEMS:
                return
        line = (json.dumps({"event": event, **fields}, default=shown) + "\n").encode("ascii")
        with self.lock:
            file = os.open(self.path, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600)
            try:
                while line:
                    line = line[os.write(file, line) :]
            finally:
                os.close(file)


def shortened(text):
    return text if len(text) <= LONGEST_TEXT else text[:LONGEST_TEXT] + "…"


def shown(value):
    """A value as Python shows it; its `__repr__` may be the user's."""
    try:
        return shortened(repr(value))
    except Exception as error:
        return f"<{type(value).__name__} whose repr raises {type(error).__name__}>"


def text_of(value):
    return shortened(value) if isinstance(value, str) else shown(value)


def measure(value):
    """Kind and elements of what is to become a tensor: ("float" | "int" | "other", numbers)."""
    if isinstance(value, (bool, int)):
        return "int", [value]
    if isinstance(value, float):
        return "float", [value]
    if isinstance(value, (list, tuple)):
        parts = [measure(one) for one in value]
        numbers = [number for _, some in parts for number in some]
        kinds = {kind for kind, _ in parts}
        kind = "other" if "other" in kinds else "float" if "float" in kinds or not kinds else "int"
        return kind, numbers
    if hasattr(value, "tolist") and hasattr(value, "dtype"):
        try:
            kind, numbers = measure(value.tolist())
        except Exception:
            return "other", []
        return ("other" if kind == "other" else "float" if "float" in str(value.dtype) else "int"), numbers
    return "other", []


def quantity(value):
    """A value for an event: as it is shown, and as a number where it is a single one that is finite."""
    kind, numbers = measure(value)
    number = None
    if kind != "other" and len(numbers) == 1:
        try:
            number = float(numbers[0])
        except OverflowError:
            pass
    finite = number is not None and math.isfinite(number)
    return {"text": shown(value), "number": number if finite else None}


# --- What stands in for a tokenizer and for vLLM ---


class Ids(list):
    """A row of token ids that can be asked as a tensor is."""

    def tolist(self):
        return list(self)

    @property
    def shape(self):
        return (len(self),)


class Tokenizer:
    """A token is a character."""

    eos_token, pad_token, bos_token = "\x03", "\x00", "\x02"
    eos_token_id, pad_token_id, bos_token_id = 3, 0, 2
    chat_template = None

    def __call__(self, text, add_special_tokens=True, return_tensors=None, **_):
        rows = [Ids(map(ord, one)) for one in ([text] if isinstance(text, str) else text)]
        single = isinstance(text, str) and return_tensors is None
        ids = rows[0] if single else rows
        mask = [1] * len(rows[0]) if single else [Ids([1] * len(row)) for row in rows]
        return Encoding(input_ids=ids, attention_mask=mask)

    def encode(self, text, **_):
        return [ord(one) for one in text]

    def decode(self, tokens, **_):
        return "".join(map(chr, tokens))

    def batch_decode(self, rows, **_):
        return [self.decode(row) for row in rows]

    def apply_chat_template(self, messages, tokenize=True, add_generation_prompt=False, **_):
        text = chat_text(messages, add_generation_prompt)
        return self.encode(text) if tokenize else text


class Encoding(dict):
    """What a tokenizer returns: items that are attributes too."""

    def __getattr__(self, name):
        try:
            return self[name]
        except KeyError:
            raise AttributeError(name) from None


def chat_text(messages, add_generation_prompt=True):
    turns = [f"<|im_start|>{one.get('role', 'user')}\n{content_text(one.get('content'))}<|im_end|>\n" for one in messages]
    return "".join(turns) + ("<|im_start|>assistant\n" if add_generation_prompt else "")


def content_text(content):
    if isinstance(content, list):
        return "".join(part.get("text", "") if isinstance(part, dict) else str(part) for part in content)
    return "" if content is None else str(content)


class SamplingParams(types.SimpleNamespace):
    """The fields of vLLM's that OpenRLHF sets."""

    def __init__(self, **given):
        usual = dict(temperature=1.0, top_p=1.0, top_k=-1, max_tokens=LONGEST_ANSWER, min_tokens=1, logprobs=None, stop=None, n=1)
        super().__init__(**{**usual, "skip_special_tokens": False, "include_stop_str_in_output": True, **given})

    def clone(self):
        return deepcopy(self)


class TooManyTurns(Exception):
    pass


class Engine:
    """Says the given texts, one per turn; then the last one again."""

    def __init__(self, responses, tell):
        self.responses, self.tell, self.turns = responses, tell, 0

    async def generate(self, prompt_token_ids, sampling_params=None, multi_modal_data=None, **_):
        if isinstance(prompt_token_ids, dict):
            prompt_token_ids = prompt_token_ids["prompt_token_ids"]
        if self.turns >= MOST_TURNS:
            raise TooManyTurns(f"no end after {MOST_TURNS} turns")
        text = self.responses[min(self.turns, len(self.responses) - 1)]
        self.turns += 1
        await asyncio.sleep(0)
        limit = getattr(sampling_params, "max_tokens", None)
        said = text if limit is None else text[:limit]
        self.tell("".join(map(chr, prompt_token_ids)), said)
        ids = [ord(one) for one in said]
        wanted = getattr(sampling_params, "logprobs", None) is not None
        logprobs = [{one: types.SimpleNamespace(logprob=-0.5)} for one in ids] if wanted else None
        output = types.SimpleNamespace(
            token_ids=ids, text=said, logprobs=logprobs, stop_reason=None, finish_reason="stop" if said == text else "length"
        )
        return types.SimpleNamespace(outputs=[output], prompt_token_ids=list(prompt_token_ids), finished=True)


# --- Where there is no OpenRLHF: executors that keep its contract, without images and without HTTP ---


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
    """The module `openrlhf.utils.agent`: the real one, else ours under its name."""
    if wanted != "own":
        try:
            # Whatever its imports print is not the user's.
            import openrlhf.utils.agent as real

            return real, "openrlhf"
        except Exception:
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
    return agent, "own"


# --- Samples ---


def read_rows(path, count):
    """The first rows of a local data set."""
    kind = os.path.splitext(path)[1].lower()
    if kind == ".parquet":
        return parquet_rows(path, count)
    if kind == ".csv":
        import csv

        csv.field_size_limit(2**31 - 1)
        with open(path, encoding="utf-8-sig", newline="") as file:
            return [dict(row) for row in itertools.islice(csv.DictReader(file), count)]
    with open(path, encoding="utf-8-sig") as file:
        if kind == ".json":
            first = next((line.lstrip() for line in file if line.strip()), "")
            file.seek(0)
            if first.startswith("["):
                return json.load(file)[:count]
        lines = (line for line in file if line.strip())
        return [json.loads(line) for line in itertools.islice(lines, count)]


def parquet_rows(path, count):
    try:
        from pyarrow.parquet import ParquetFile
    except ImportError:
        try:
            import pandas
        except ImportError:
            raise RuntimeError("a .parquet file needs pyarrow or pandas in this Python") from None
        return pandas.read_parquet(path).head(count).to_dict("records")
    batches = ParquetFile(path).iter_batches(batch_size=count)
    return next((batch.to_pylist() for batch in batches), [])[:count]


def prompt_of(row, data):
    prompt = row[data["inputKey"]]
    if hasattr(prompt, "tolist"):
        prompt = prompt.tolist()
    if data.get("chat"):
        return chat_text([{"role": "user", "content": prompt}] if isinstance(prompt, str) else prompt)
    if data.get("template"):
        return data["template"].format(prompt)
    return prompt if isinstance(prompt, str) else chat_text(prompt)


def samples_of(request):
    """(prompt, label) pairs: the ones typed in, else rows of the data set."""
    data = request.get("data")
    if not data:
        return [(one["prompt"], one["label"]) for one in request["samples"]]
    rows = read_rows(data["path"], data["rows"])
    if not rows:
        raise RuntimeError("there is no row in it")
    for key in filter(None, (data["inputKey"], data.get("labelKey"))):
        if key not in rows[0]:
            raise RuntimeError(f"its rows have no {key!r}; they have {', '.join(map(str, rows[0]))}")
    return [(prompt_of(row, data), row[data["labelKey"]] if data.get("labelKey") else "") for row in rows]


# --- The trial ---

NO_LOOP = ("no current event loop", "no running event loop")
IN_LOOP = ("cannot be called from a running event loop", "loop is already running", "while another loop is running")
RESERVED = {"reward", "score", "kl", "logprobs_diff", "return", "group_reward_std", "response_clip_ratio", "ppo_clip_ratio",
            "ppo_kl", "vllm_kl"}  # fmt: skip


class States(dict):
    """States that know which keys were asked for in vain."""

    def __init__(self, items):
        super().__init__(items)
        self.missed = []

    def __missing__(self, key):
        self.missed.append(key)
        raise KeyError(key)


class Trial:
    def __init__(self, request, events):
        self.request, self.events = request, events
        self.file = os.path.realpath(request["file"])
        self.role, self.index, self.log_keys = request["role"], None, None
        # The rule that explains the exception of an episode.
        self.explained = None

    # Telling

    def stage(self, name, index=None):
        self.index = index
        self.events.put("stage", stage=name, index=index)

    def violation(self, rule, place=None, **detail):
        self.events.put("violation", rule=rule, index=self.index, place=place, **detail)

    def failure(self, stage, error, swallowed=False, rule=None):
        self.events.put(
            "failure", stage=stage, index=self.index, type=type(error).__name__, message=text_of(message_of(error)),
            frames=self.frames(error), swallowed=swallowed, rule=rule,
        )  # fmt: skip

    def frames(self, error):
        """Places in files of the user, outermost first."""
        if isinstance(error, SyntaxError) and error.filename and self.is_own(error.filename):
            return [{"file": os.path.realpath(error.filename), "line": error.lineno or 1, "function": None}]
        return [
            {"file": os.path.realpath(one.filename), "line": one.lineno or 1, "function": one.name}
            for one in traceback.extract_tb(error.__traceback__)
            if self.is_own(one.filename)
        ][-20:]

    def is_own(self, name):
        # `<frozen importlib._bootstrap>` and `<string>` are no files, wherever the working directory is.
        if name.startswith("<"):
            return False
        path = os.path.realpath(name)
        if path == self.file:
            return True
        if path == os.path.realpath(__file__) or "site-packages" in path or "dist-packages" in path:
            return False
        if any(inside(path, os.path.realpath(root)) for root in {sys.prefix, sys.base_prefix} if len(root) > 5):
            return False
        return any(inside(path, root) for root in (os.path.dirname(self.file), os.path.realpath(os.getcwd())))

    def place_of(self, thing):
        """Where a function or class of the user begins."""
        try:
            if inspect.isclass(thing):
                return self.place_of_class(thing)
            code = getattr(inspect.unwrap(thing), "__func__", inspect.unwrap(thing)).__code__
            path, line = code.co_filename, code.co_firstlineno
        except Exception:
            return None
        return {"file": os.path.realpath(path), "line": max(1, line)} if self.is_own(path) else None

    def place_of_class(self, thing):
        # `inspect` asks `sys.modules`, which do not have the file.
        if thing.__module__ not in ("reward_func", "agent_module"):
            return None
        with open(self.file, "rb") as file:
            tree = ast.parse(file.read())
        lines = [one.lineno for one in ast.walk(tree) if isinstance(one, ast.ClassDef) and one.name == thing.__name__]
        return {"file": self.file, "line": lines[-1]} if lines else None

    # Loading

    def load(self):
        """The executor, or `None` where there is none; that has been told then."""
        self.stage("load")
        started = time.perf_counter()
        try:
            executor = self.load_reward() if self.role == "reward" else self.load_agent()
        except BaseException as error:
            self.failure("load", error, rule=self.load_rule(error))
            return None
        self.events.put("loaded", milliseconds=(time.perf_counter() - started) * 1000)
        return executor

    def load_rule(self, error):
        if isinstance(error, SyntaxError):
            return "python-syntax"
        if isinstance(error, ImportError):
            if "relative import" in str(error):
                return "rf-sibling-import"
            name = (getattr(error, "name", None) or "").partition(".")[0]
            beside = os.path.join(os.path.dirname(self.file), name)
            if name and (os.path.exists(beside + ".py") or os.path.isdir(beside)):
                return "rf-sibling-import"
        return None

    def load_reward(self):
        module_load = importlib.util.module_from_spec
        made = []

        def noting(spec):
            module = module_load(spec)
            made.append(module)
            return module

        importlib.util.module_from_spec = noting
        try:
            executor = self.agent.SingleTurnAgentExecutor(self.request["file"])
        except AttributeError:
            if made and made[0].__name__ == "reward_func" and not hasattr(made[0], "reward_func") and self.was_run(made[0]):
                self.violation("rf-name")
                return None
            raise
        finally:
            importlib.util.module_from_spec = module_load
        self.function = executor.reward_func
        if inspect.isclass(self.function) or not callable(self.function):
            self.violation("rf-name", self.place_of(self.function), value=shown(self.function))
            return None
        return executor

    def was_run(self, module):
        spec = getattr(module, "__spec__", None)
        return spec is not None and getattr(module, "__builtins__", None) is not None

    def load_agent(self):
        module = load("agent_module", self.request["file"])
        if not hasattr(module, "AgentExecutor"):
            old = inspect.isfunction(getattr(module, "step", None))
            self.violation("ag-old-generation" if old else "ag-class", self.place_of(getattr(module, "step", None)))
            return None
        executor_class = module.AgentExecutor
        if not inspect.isclass(executor_class) or not issubclass(executor_class, self.agent.AgentExecutorBase):
            self.violation("ag-class", self.place_of(executor_class), value=shown(executor_class))
            return None
        try:
            return executor_class()
        except AssertionError as error:
            if "AgentInstanceBase" not in str(error):
                raise
            self.failure("load", error, rule="ag-instance-base")
        except TypeError as error:
            named = any(one in str(error) for one in ("abstract", "argument", "__init__"))
            self.failure("load", error, rule="ag-class" if named else None)
        return None

    # Calling

    def run(self):
        self.agent, using = executors(self.request.get("executors"))
        version = None
        if using == "openrlhf":
            try:
                from importlib.metadata import version as version_of

                version = version_of("openrlhf")
            except Exception:
                pass
        self.events.put("started", python=sys.version.split()[0], executors=using, release=version)
        try:
            samples = samples_of(self.request)
        except Exception as error:
            self.events.put("unreadable", message=text_of(message_of(error)))
            return
        executor = self.load()
        if executor is not None:
            asyncio.run(self.samples(executor, samples))

    async def samples(self, executor, samples):
        loop = asyncio.get_running_loop()
        loop.set_exception_handler(self.on_loop_exception)
        given = self.request["responses"]
        index = 0
        for group, (prompt, label) in enumerate(samples):
            usual = [text_of(label) if label not in ("", None) else "4"]
            if self.role == "agent":
                await self.episode(executor, index, group, prompt, label, given or usual)
                index += 1
                continue
            for response in given or usual + ["I do not know."]:
                await self.reward(executor, index, group, prompt, label, response)
                index += 1

    def on_loop_exception(self, _loop, context):
        error = context.get("exception")
        if error is not None:
            self.failure("task", error)

    async def execute(self, executor, prompt, label, engine):
        return await executor.execute(
            prompt=prompt, label=label, sampling_params=SamplingParams(), max_length=CONTEXT, hf_tokenizer=Tokenizer(),
            llm_engine=engine, images=None,
        )  # fmt: skip

    async def reward(self, executor, index, group, prompt, label, response):
        self.stage("call", index)
        seen = {}

        def called(queries, prompts, labels):
            started = time.perf_counter()
            try:
                seen["query"] = queries[0]
                seen["result"] = self.function(queries, prompts, labels)
                return seen["result"]
            except BaseException as error:
                seen["error"] = error
                raise
            finally:
                seen["milliseconds"] = (time.perf_counter() - started) * 1000

        executor.reward_func = called
        try:
            output = await self.execute(executor, prompt, label, Engine([response], lambda *_: None))
        except (Exception, SystemExit, KeyboardInterrupt) as error:
            if "error" not in seen:
                self.failure("execute", error)
            output = {}
        error = seen.get("error")
        if error is not None:
            self.failure("call", error, isinstance(error, Exception), self.call_rule(error))
        if "result" in seen:
            self.check_reward(seen["result"])
        self.tell_sample(group, prompt, label, [response], output, seen.get("query"), seen.get("milliseconds"))
        if error is not None and not isinstance(error, Exception):
            raise error

    def call_rule(self, error):
        text = str(error)
        if isinstance(error, TypeError) and not self.frames(error):
            return "rf-arity"
        if isinstance(error, RuntimeError) and any(one in text for one in NO_LOOP):
            return "rf-event-loop"
        if isinstance(error, ValueError) and "signal only works in main thread" in text:
            return "rf-signal"
        if "ickl" in type(error).__name__ + text[:40]:
            return "rf-multiprocessing"
        return None

    def check_reward(self, result):
        place = self.place_of(self.function)
        if inspect.isawaitable(result):
            if inspect.iscoroutine(result):
                result.close()
            self.violation("rf-async", place)
            return
        if not hasattr(result, "get"):
            self.violation("rf-return-not-dict", place, value=shown(result))
            return
        if result.get("rewards") is None:
            self.violation("rf-missing-rewards-key", place, value=shown(result))
            return
        self.check_number("rewards", result.get("rewards"), place)
        score = result.get("scores")
        self.check_scores(result.get("rewards") if score is None else score, score is None, place)
        self.check_logs(result.get("extra_logs") or {}, place)

    def check_number(self, name, value, place):
        kind, numbers = measure(value)
        if kind == "other" or len(numbers) != 1:
            self.violation("rf-reward-shape", place, key=name, value=shown(value))
        elif kind == "int" and name == "rewards":
            self.violation("rf-int-reward", place, value=shown(value))
        elif not math.isfinite(numbers[0]):
            self.violation("not-finite", place, key=name, value=shown(value))

    def check_scores(self, score, missing, place):
        bounds = self.request.get("filtering")
        if missing:
            if bounds:
                self.violation("rf-scores-missing", place)
            return
        kind, numbers = measure(score)
        if kind == "other" or len(numbers) != 1:
            self.violation("rf-reward-shape", place, key="scores", value=shown(score))
        elif bounds and not bounds[0] <= numbers[0] <= bounds[1]:
            self.violation("rf-scores-range", place, value=shown(score))

    def check_logs(self, logs, place):
        if not hasattr(logs, "items"):
            self.violation("rf-extra-logs-type", place, key="extra_logs", value=shown(logs))
            return
        for key, value in logs.items():
            kind, numbers = measure(value)
            # The first element of a torch tensor is taken.
            right = bool(numbers) if type(value).__module__ == "torch" else len(numbers) == 1
            if kind == "other" or not right:
                self.violation("rf-extra-logs-type", place, key=text_of(key), value=shown(value))
            if key in RESERVED:
                self.violation("rf-extra-logs-reserved", place, key=text_of(key))
        keys = sorted(map(text_of, logs))
        if self.log_keys is None:
            self.log_keys = keys
        elif keys != self.log_keys:
            self.violation("rf-extra-logs-keys", place, value=", ".join(keys), other=", ".join(self.log_keys))

    async def episode(self, executor, index, group, prompt, label, responses):
        self.stage("call", index)
        turns = []
        self.watch_agents(executor)
        engine = Engine(responses, lambda observation, action: turns.append({"observation": observation, "action": action}))
        self.gap, self.beat = 0.0, time.perf_counter()
        beating = asyncio.ensure_future(self.heartbeat())
        started = time.perf_counter()
        output = {}
        try:
            output = await self.execute_agent(executor, prompt, label, engine)
        except TooManyTurns:
            self.violation("ag-never-done", self.place_of(type(executor)), value=str(MOST_TURNS))
        except (Exception, SystemExit, KeyboardInterrupt) as error:
            self.failure("execute", error, rule=self.agent_rule(error))
            if not isinstance(error, Exception):
                raise
        finally:
            milliseconds = (time.perf_counter() - started) * 1000
            beating.cancel()
        self.gap = max(self.gap, time.perf_counter() - self.beat)
        if self.gap > BLOCKED:
            self.violation("ag-blocking-call", self.place_of(type(executor)), value=f"{self.gap:.1f} s")
        said = [one["action"] for one in turns]
        query = turns[-1]["observation"] + said[-1] if turns else None
        self.tell_sample(group, prompt, label, said, output, query, milliseconds)

    async def heartbeat(self):
        while True:
            await asyncio.sleep(0.05)
            now = time.perf_counter()
            self.gap, self.beat = max(self.gap, now - self.beat), now

    async def execute_agent(self, executor, prompt, label, engine):
        place = self.place_of(type(executor).execute) or self.place_of(type(executor))
        if not inspect.iscoroutinefunction(inspect.unwrap(type(executor).execute)):
            self.violation("ag-execute-sync", place)
        output = await self.execute(executor, prompt, label, engine)
        if not hasattr(output, "get"):
            self.violation("ag-execute-result", place, value=shown(output))
            return {}
        needed = ("prompt", "label", "observation_tokens", "action_ranges", "rollout_log_probs")
        missing = [key for key in needed if key not in output]
        if missing:
            self.violation("ag-execute-result", place, key=", ".join(missing))
        if output.get("reward") is None:
            self.violation("ag-execute-reward-none", place)
        elif measure(output["reward"])[0] == "other" or len(measure(output["reward"])[1]) != 1:
            self.violation("rf-reward-shape", place, key="reward", value=shown(output["reward"]))
        self.check_logs(output.get("extra_logs") or {}, place)
        return output

    def agent_rule(self, error):
        text = str(error)
        if isinstance(error, RuntimeError) and any(one in text for one in IN_LOOP):
            return "ag-run-in-loop"
        frames = self.frames(error)
        if isinstance(error, TypeError) and "execute()" in text and not frames:
            return "ag-execute-images"
        if isinstance(error, TypeError) and "__init__() should return None" in text or "abstract" in text:
            return "ag-instance-init"
        return self.explained

    def watch_agents(self, executor):
        """Looks at what passes between an executor of several turns and its agents, and changes nothing of it."""
        self.explained = None
        agent_class = getattr(executor, "agent_instance_cls", None)
        if not inspect.isclass(agent_class) or not isinstance(executor, self.agent.MultiTurnAgentExecutor):
            return

        def made():
            agent = agent_class()
            for name in ("reset", "step"):
                try:
                    setattr(agent, name, self.watched(name, getattr(agent, name), agent_class))
                except AttributeError:
                    # It has slots; then only the executor tells.
                    pass
            return agent

        executor.agent_instance_cls = made

    def watched(self, name, method, agent_class):
        place = self.place_of(getattr(agent_class, name))

        def call(states):
            states = States(states)
            try:
                inspect.signature(method).bind(states)
            except TypeError:
                self.explain("ag-method-arity")
            except ValueError:
                pass
            result = method(states)
            if not inspect.isawaitable(result):
                self.violation("ag-step-async", place, key=name)
                self.explain("ag-step-async")
                return result
            return self.awaited(name, result, states, place)

        return call

    async def awaited(self, name, result, states, place):
        try:
            answer = await result
        except KeyError:
            if states.missed:
                self.explain("ag-states-key")
            raise
        if name == "reset":
            if not isinstance(answer, dict) or "observation" not in answer:
                self.violation("ag-reset-result", place, value=shown(answer))
                self.explain("ag-reset-result")
            return answer
        if not isinstance(answer, dict):
            self.violation("ag-step-keys", place, value=shown(answer))
            self.explain("ag-step-keys")
            return answer
        missing = [key for key in ("rewards", "environment_feedback", "done") if key not in answer]
        if missing:
            self.violation("ag-step-keys", place, key=", ".join(missing))
            self.explain("ag-step-keys")
            return answer
        reward = answer["rewards"]
        if not hasattr(reward, "item") or len(measure(reward)[1]) != 1:
            self.violation("ag-step-reward-type", place, value=shown(reward))
            self.explain("ag-step-reward-type")
        if not isinstance(answer["environment_feedback"], str):
            self.violation("ag-step-feedback-type", place, value=shown(answer["environment_feedback"]))
            self.explain("ag-step-feedback-type")
        params = answer.get("sampling_params")
        if params and (isinstance(params, (dict, list, str, int, float))):
            self.violation("ag-sampling-params", place, value=shown(params))
            self.explain("ag-sampling-params")
        return answer

    def explain(self, rule):
        self.explained = self.explained or rule

    def tell_sample(self, group, prompt, label, responses, output, query, milliseconds):
        output = output if hasattr(output, "get") else {}
        reward, scores, logs = output.get("reward"), output.get("scores"), output.get("extra_logs")
        self.events.put(
            "sample", index=self.index, group=group, prompt=text_of(prompt), label=text_of(label),
            responses=[text_of(one) for one in responses], query=None if query is None else text_of(query),
            rewards=None if reward is None else quantity(reward),
            scores=None if scores is None else quantity(scores),
            logs={text_of(key): quantity(value) for key, value in list(logs.items())[:100]} if hasattr(logs, "items") else {},
            milliseconds=milliseconds,
        )  # fmt: skip


def message_of(error):
    try:
        return error.msg if isinstance(error, SyntaxError) else str(error)
    except Exception:
        return ""


def inside(path, folder):
    return path == folder or path.startswith(os.path.join(folder, ""))


def end_with_parent(file):
    """Nobody is left to end what runs here once standard input has ended."""
    while os.read(file, 4096):
        pass
    if hasattr(os, "killpg") and os.getpgid(0) == os.getpid():
        os.killpg(0, signal.SIGKILL)
    os._exit(1)


def main(folder):
    with open(os.path.join(folder, "request.json"), encoding="utf-8") as file:
        request = json.load(file)
    life = os.dup(0)
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.close(nothing)
    threading.Thread(target=end_with_parent, args=(life,), daemon=True).start()
    events = Events(os.path.join(folder, "events.jsonl"))
    stack = open(os.path.join(folder, "stack.txt"), "w", encoding="utf-8")
    faulthandler.enable(stack)
    # Just before the end of its time it is written where everything stands, even if nothing else can run any more.
    faulthandler.dump_traceback_later(max(0.05, request["until"] - time.time() - 0.3), file=stack)
    # As for a worker, modules are searched for in the working directory, not beside the file.
    sys.path[0] = os.getcwd()
    trial = Trial(request, events)
    threading.excepthook = lambda args: trial.failure("thread", args.exc_value) if args.exc_value else None
    try:
        trial.run()
    except (SystemExit, KeyboardInterrupt):
        # It has been told where it was met.
        pass
    faulthandler.cancel_dump_traceback_later()
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except Exception:
            pass
    events.put("end")
    # Threads of the file under trial may run on for ever.
    os._exit(0)


if __name__ == "__main__":
    main(sys.argv[1])
