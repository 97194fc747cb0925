"""Stands in for the modules that OpenRLHF imports and that are neither here nor needed to parse a command line."""

import sys
import types

# top-level modules that are served as stubs
HEAVY = {
    "torch", "ray", "vllm", "deepspeed", "transformers", "datasets", "peft", "aiohttp", "uvicorn", "fastapi",
    "modelscope", "flash_attn", "ring_flash_attn", "torchdata", "tqdm", "numpy", "PIL", "wandb", "requests",
    "liger_kernel", "packaging", "sympy", "pylatexenc", "bitsandbytes", "openai", "accelerate", "optree", "loralib",
    "jsonlines",
}  # fmt: skip


class Stub:
    """Anything: callable, attribute-able, iterable-empty, usable as decorator or annotation."""

    def __init__(self, name="stub"):
        object.__setattr__(self, "_name", name)

    def __getattr__(self, k):
        if k.startswith("__") and k.endswith("__"):
            raise AttributeError(k)
        v = Stub(f"{self._name}.{k}")
        object.__setattr__(self, k, v)
        return v

    def __call__(self, *a, **k):
        # decorator usage: @stub / @stub(...)
        if len(a) == 1 and not k and (isinstance(a[0], type) or isinstance(a[0], types.FunctionType)):
            return a[0]
        return Stub(f"{self._name}()")

    def __iter__(self):
        return iter(())

    def __getitem__(self, k):
        return Stub(f"{self._name}[]")

    def __or__(self, o):
        return self

    __ror__ = __or__

    def __mro_entries__(self, bases):
        return (object,)

    def __enter__(self):
        return self

    def __exit__(self, *a):
        return False

    def __gt__(self, o):
        return True

    __ge__ = __gt__

    def __lt__(self, o):
        return False

    __le__ = __lt__

    def __hash__(self):
        return hash(self._name)

    def __eq__(self, o):
        return self is o

    def __repr__(self):
        return f"<{self._name}>"


class StubModule(types.ModuleType):
    """A module whose every attribute is a Stub, but for the overrides."""

    def __init__(self, name, overrides=None):
        super().__init__(name)
        self.__path__ = []
        self.__dict__["_ov"] = overrides or {}

    def __getattr__(self, k):
        ov = self.__dict__.get("_ov", {})
        if k in ov:
            return ov[k]
        if k.startswith("__") and k.endswith("__"):
            raise AttributeError(k)
        full = f"{self.__name__}.{k}"
        if full in sys.modules:
            return sys.modules[full]
        v = Stub(full)
        self.__dict__[k] = v
        return v


class Version:
    """A version that compares by its numbers, in place of packaging's."""

    def __init__(self, s):
        self.t = tuple(int("".join(c for c in p if c.isdigit()) or 0) for p in str(s).split(".")[:4])

    def __lt__(self, o):
        return self.t < o.t

    def __le__(self, o):
        return self.t <= o.t

    def __gt__(self, o):
        return self.t > o.t

    def __ge__(self, o):
        return self.t >= o.t

    def __eq__(self, o):
        return self.t == o.t
