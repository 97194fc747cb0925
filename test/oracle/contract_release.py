"""The real modules of one release of OpenRLHF, on the real torch and on stand-ins for ray, vllm, deepspeed and others."""

import importlib
import importlib.abc
import importlib.machinery
import importlib.util
import os
import sys
from types import SimpleNamespace

import torch
from contract_ray import ray_module
from contract_world import vllm_module
from oracle import SRC_ROOT
from stubs import Stub, StubModule, Version

STUBBED = {
    "deepspeed", "transformers", "datasets", "peft", "flash_attn", "ring_flash_attn", "torchdata", "wandb", "bitsandbytes",
    "accelerate", "optree", "loralib", "pylatexenc", "liger_kernel", "modelscope",
}  # fmt: skip


class StubFinder(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """Serves the modules that nobody here has."""

    def find_spec(self, name, path=None, target=None):
        served = name.split(".")[0] in STUBBED or name.startswith(("ray.", "openrlhf.utils.deepspeed"))
        return importlib.machinery.ModuleSpec(name, self, is_package=True) if served else None

    def create_module(self, spec):
        return StubModule(spec.name)

    def exec_module(self, module):
        pass


def load(tag):
    """The modules of a release that a sample passes through."""
    sys.meta_path.insert(0, StubFinder())
    sys.modules["ray"] = ray_module()
    sys.modules.update(vllm_module())
    packaging = StubModule("packaging", {"version": SimpleNamespace(parse=Version)})
    sys.modules["packaging"], sys.modules["packaging.version"] = packaging, packaging.version
    sys.modules["tqdm"] = StubModule("tqdm", {"tqdm": Progress})
    os.environ["RAY_ADDRESS"] = "127.0.0.1:6379"
    sys.path.insert(0, os.path.join(SRC_ROOT, tag))
    torch.set_num_threads(1)
    # httpx imports it at its first request, which in two threads at once fails.
    importlib.import_module("anyio._backends._asyncio")
    # The replay buffer names a device of the GPU; everything else then runs on the CPU.
    torch.cuda.current_device = lambda: 0
    # Debian's torch is older than the one that OpenRLHF asks for.
    torch.compile = getattr(torch, "compile", lambda function: function)
    names = {
        "agent": "utils.agent",
        "vllm_engine": "trainer.ray.vllm_engine",
        "generator": "trainer.ppo_utils.samples_generator",
        "trainer": "trainer.ppo_trainer",
        "actor": "trainer.ray.ppo_actor",
        "math": "utils.math_utils",
    }
    release = SimpleNamespace(
        tag=tag, **{key: importlib.import_module(f"openrlhf.{name}") for key, name in names.items()}
    )
    release.actor.torch_dist_barrier_and_cuda_sync = lambda: None
    return release


class Progress(Stub):
    """tqdm without a bar."""

    def __init__(self, items=(), **_):
        super().__init__("tqdm")
        object.__setattr__(self, "items", items)

    def __iter__(self):
        return iter(self.items)
