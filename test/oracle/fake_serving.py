"""Stand-ins for what OpenRLHF's agent executors talk to: reward servers over aiohttp, a tokenizer, a vLLM engine."""

import types
from types import SimpleNamespace


class Tensor:
    """A tensor of one dimension, for rewards."""

    def __init__(self, values):
        self.values = list(values) if isinstance(values, (list, tuple)) else [values]

    def item(self):
        if len(self.values) != 1:
            raise RuntimeError(f"a Tensor with {len(self.values)} elements cannot be converted to Scalar")
        return self.values[0]

    def __bool__(self):
        if len(self.values) != 1:
            raise RuntimeError("Boolean value of Tensor with more than one value is ambiguous")
        return bool(self.values[0])

    def __repr__(self):
        return f"T({self.values})"


class Tokenizer:
    def __call__(self, text, add_special_tokens=False, return_tensors=None):
        ids = [ord(character) % 50 for character in text]
        return {"input_ids": [SimpleNamespace(tolist=lambda: ids)]}

    def decode(self, ids, skip_special_tokens=False):
        return "x" * len(ids)


class SamplingParams:
    def __init__(self, max_tokens=None, logprobs=None):
        self.max_tokens, self.logprobs = max_tokens, logprobs


class Engine:
    """A vLLM engine that answers with at most three tokens, and keeps what it was asked last."""

    def __init__(self, finish_reason="stop"):
        self.finish_reason = finish_reason
        self.prompt_length = self.max_tokens = None

    async def generate(self, ids, params, multi_modal_data=None):
        self.prompt_length, self.max_tokens = len(ids), params.max_tokens
        count = max(0, min(3, params.max_tokens or 0))
        output = SimpleNamespace(
            token_ids=[7] * count,
            text="abc",
            finish_reason=self.finish_reason,
            logprobs=[{7: SimpleNamespace(logprob=-0.5)}] * count,
        )
        return SimpleNamespace(outputs=[output])


class ClientError(Exception):
    """aiohttp's, which the executors catch."""


class Response:
    def __init__(self, status, content):
        self.status, self.content = status, content

    async def __aenter__(self):
        return self

    async def __aexit__(self, *_):
        return False

    def raise_for_status(self):
        if self.status >= 400:
            raise ClientError(str(self.status))

    async def json(self):
        return self.content


class RewardServers:
    """Answers by what is in the URL, and keeps every request as (url, data)."""

    def __init__(self):
        self.posts = []

    def answer(self, url, data):
        self.posts.append((url, data))
        if "serve_rm" in url:
            # like openrlhf.cli.serve_rm, which fails on an empty query
            if not data["query"]:
                return Response(500, None)
            rewards = [1.0] * len(data["query"])
            return Response(200, {"rewards": rewards, "scores": rewards, "extra_logs": {"dummy_scores": rewards}})
        if "list" in url:
            return Response(200, [1.0])
        if "noreward" in url:
            return Response(200, {"score": 1.0})
        return Response(404, None)


def aiohttp_module(servers):
    """A module `aiohttp` whose requests go to RewardServers."""

    class ClientSession:
        def __init__(self, timeout=None):
            pass

        async def __aenter__(self):
            return self

        async def __aexit__(self, *_):
            return False

        def post(self, url, json=None):
            return servers.answer(url, json)

    module = types.ModuleType("aiohttp")
    module.ClientError = ClientError
    module.ClientTimeout = lambda total: None
    module.ClientSession = ClientSession
    return module
