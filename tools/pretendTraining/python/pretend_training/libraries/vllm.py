"""An engine that is up at once and generates nothing."""

import time

from pretend_training.release import pinned
from pretend_training.stub import Stub

__version__ = pinned("vllm", "0.29.0")


class AsyncEngineArgs:
    def __init__(self, **options):
        self.options = options


class AsyncLLMEngine:
    @classmethod
    def from_engine_args(cls, args):
        model, parallel = args.options.get("model"), args.options.get("tensor_parallel_size")
        stamp = time.strftime("%m-%d %H:%M:%S")
        print(f"INFO {stamp} [core.py:85] Initializing a V1 LLM engine (v{__version__}) with config: "
              f"model='{model}', dtype=torch.bfloat16, tensor_parallel_size={parallel}")  # fmt: skip
        return cls()

    def __getattr__(self, name):
        if name.startswith("__"):
            raise AttributeError(name)

        async def nothing(*args, **kwargs):
            return None

        return nothing


def __getattr__(name):
    if name.startswith("__"):
        raise AttributeError(name)
    return Stub(f"vllm.{name}")
