"""Which module comes from where: the parts of OpenRLHF that are replaced, and libraries that are not installed."""

import importlib.abc
import importlib.machinery
import importlib.util
import os
import sys

from pretend_training.stub import StubModule

HERE = os.path.dirname(os.path.abspath(__file__))

# Libraries that OpenRLHF imports. What is installed is used as it is.
LIBRARIES = {
    "accelerate", "bitsandbytes", "datasets", "deepspeed", "fastapi", "flash_attn", "jsonlines", "liger_kernel",
    "loralib", "modelscope", "numpy", "openai", "optree", "peft", "PIL", "pylatexenc", "ring_flash_attn", "sympy",
    "torch", "torchdata", "tqdm", "transformers", "uvicorn", "vllm", "wandb",
}  # fmt: skip


class Parts(importlib.abc.MetaPathFinder):
    """Modules of OpenRLHF that are replaced: `parts/openrlhf/…` has the file."""

    def find_spec(self, fullname, path=None, target=None):
        file = os.path.join(HERE, "parts", *fullname.split(".")) + ".py"
        if not fullname.startswith("openrlhf.") or not os.path.isfile(file):
            return None
        # Modules below a replaced package are the real ones.
        real = os.path.join(os.environ["PRETEND_OPENRLHF"], *fullname.split("."))
        below = [real] if os.path.isdir(real) else None
        return importlib.util.spec_from_file_location(fullname, file, submodule_search_locations=below)


class Libraries(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """Comes after all other finders. `libraries/NAME.py` where there is one, else a module that has everything."""

    def find_spec(self, fullname, path=None, target=None):
        if fullname.split(".")[0] not in LIBRARIES:
            return None
        file = os.path.join(HERE, "libraries", fullname + ".py")
        if os.path.isfile(file):
            return importlib.util.spec_from_file_location(fullname, file, submodule_search_locations=[])
        return importlib.machinery.ModuleSpec(fullname, self, is_package=True)

    def create_module(self, spec):
        return StubModule(spec.name)

    def exec_module(self, module):
        pass


def install():
    if not any(isinstance(finder, Parts) for finder in sys.meta_path):
        sys.meta_path.insert(0, Parts())
        sys.meta_path.append(Libraries())
