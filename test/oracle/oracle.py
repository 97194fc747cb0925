#!/usr/bin/env python3
"""Ground-truth oracle for OpenRLHF command lines (no GPU, no torch, no ray).

It executes the REAL ``if __name__ == "__main__"`` section of
``openrlhf/cli/<entry>.py`` of an extracted source tree: every heavy import is
served by a stub finder, and the one function that starts the work (``train`` /
``apply_lora`` / ``RewardModelProxy.__init__``) has its body replaced (on the
AST, line numbers kept) by "stop and report".  So argparse, ``hierarchize`` and
the whole validation block run exactly as upstream wrote them.

Optionally (``--cluster``) the REAL ``train(args)`` of train_ppo_ray runs too,
with the REAL ``RayActorGroup`` and ``create_vllm_engines`` against a fake
``ray`` that records placement groups / actors and decides whether a given
cluster could place them (=> "hang" where real Ray waits forever).

``--actor-loss`` goes one step further in train_ppo_ray: it evaluates the REAL
``PolicyLoss(...)`` call of trainer/ray/ppo_actor.py (lifted from its AST) with
the final arguments, on the REAL class of models/loss.py, whose constructor
rejects some flag combinations only after the actor model has been loaded.

Usage
  oracle.py run   --tag v0.11.0 --entry train_ppo_ray [--cluster 8,8] -- ARGV...
  oracle.py batch [--isolate none|fork] [--jobs N] < cases.jsonl > out.jsonl
        case: {"tag":..,"entry":..,"argv":[..], "cluster":[{"GPU":8,"CPU":64}]?, "actor_loss":bool?, "id":any?}
  oracle.py flags --tag v0.11.0            (machine-readable flag list, all entries the release has)
  oracle.py bench [-n 300]
Source trees: $OPENRLHF_SRC (default: the openrlhf folder of the cache that `npm test` fills)/<tag>/openrlhf/...

Library use:  from oracle import Oracle;  Oracle().run("v0.11.0", "train_ppo_ray", [...])
Run it in its own process: it installs a meta-path finder and fake modules.
"""
from __future__ import annotations

import argparse
import ast
import builtins
import contextlib
import importlib
import importlib.abc
import importlib.machinery
import importlib.util
import io
import json
import math
import os
import sys
import time
import traceback
import types

CACHE = os.environ.get("XDG_CACHE_HOME") or os.path.join(os.path.expanduser("~"), ".cache")
SRC_ROOT = os.environ.get("OPENRLHF_SRC") or os.path.join(CACHE, "openrlhf-tools", "openrlhf")
ENTRIES = ["train_ppo_ray", "train_sft", "train_rm", "train_dpo", "serve_rm", "lora_combiner"]
# entry points that only releases before v0.9 have
OLD_ENTRIES = ["train_ppo", "train_kto", "train_prm", "train_kd", "batch_inference", "interactive_chat"]
# (kind, name): what to neutralise so that the __main__ section stops after validation
STOP_AT = {
    "train_ppo_ray": ("func", "train"),
    "train_sft": ("func", "train"),
    "train_rm": ("func", "train"),
    "train_dpo": ("func", "train"),
    "lora_combiner": ("func", "apply_lora"),
    "serve_rm": ("method", "RewardModelProxy.__init__"),
    "train_ppo": ("func", "train"),
    "train_kto": ("func", "train"),
    "train_prm": ("func", "train"),
    "train_kd": ("func", "train"),
    "batch_inference": ("func", ("batch_generate_vllm", "batch_generate", "batch_rm_inference")),
    "interactive_chat": ("func", "generate"),
}
# versions the release pins in its wheel's METADATA (vllm: the [vllm] extra)
PINS = {
    "v0.5.0": {"deepspeed": "0.15.0", "vllm": "0.4.2", "ray": "2.12.0"},
    "v0.8.0": {"deepspeed": "0.16.7", "vllm": "0.8.5.post1", "ray": "2.43.0"},
    "v0.9.10": {"deepspeed": "0.18.9", "vllm": "0.19.0", "ray": "2.48.0"},
    "v0.10.1.post2": {"deepspeed": "0.18.9", "vllm": "0.19.0", "ray": "2.48.0"},
    "v0.10.2": {"deepspeed": "0.18.9", "vllm": "0.19.1", "ray": "2.48.0"},
    "v0.10.3": {"deepspeed": "0.18.9", "vllm": "0.19.1", "ray": "2.55.0"},
    "v0.10.4": {"deepspeed": "0.19.1", "vllm": "0.22.1", "ray": "2.55.0"},
    "v0.11.0": {"deepspeed": "0.19.5", "vllm": "0.27.1", "ray": "2.55.0"},
    "v0.11.1": {"deepspeed": "0.19.5", "vllm": "0.29.0", "ray": "2.55.0"},
    "v0.11.2": {"deepspeed": "0.19.6", "vllm": "0.29.0", "ray": "2.55.0"},
}
HEAVY = {
    "torch", "ray", "vllm", "deepspeed", "transformers", "datasets", "peft", "aiohttp", "uvicorn", "fastapi",
    "modelscope", "flash_attn", "ring_flash_attn", "torchdata", "tqdm", "numpy", "PIL", "wandb", "requests",
    "liger_kernel", "packaging", "sympy", "pylatexenc", "bitsandbytes", "openai", "accelerate", "optree", "loralib",
    "jsonlines",
}  # fmt: skip


class OracleStop(BaseException):
    """Raised where the real program would start the expensive part."""


class OracleHang(BaseException):
    """Raised where the real program would wait forever."""


# --------------------------------------------------------------------- stubs
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


class _Ver:
    def __init__(self, s):
        self.t = tuple(int("".join(c for c in p if c.isdigit()) or 0) for p in str(s).split(".")[:4])

    def __lt__(s, o):
        return s.t < o.t

    def __le__(s, o):
        return s.t <= o.t

    def __gt__(s, o):
        return s.t > o.t

    def __ge__(s, o):
        return s.t >= o.t

    def __eq__(s, o):
        return s.t == o.t


# ------------------------------------------------------------------ fake ray
class _Ref:
    __slots__ = ("value", "pending")

    def __init__(self, value=None, pending=None):
        self.value, self.pending = value, pending


class _PG:
    def __init__(self, world, bundles, strategy):
        self.world, self.bundles, self.strategy = world, bundles, strategy
        self.index = len(world.pgs)
        self.nodes = world.place(bundles)  # node index per bundle or None = pending
        self.used = [0.0] * len(bundles)
        world.pgs.append(self)
        world.log.append({"op": "placement_group", "pg": self.index, "bundles": len(bundles), "strategy": strategy,
                          "gpus": sum(b.get("GPU", 0) for b in bundles), "cpus": sum(b.get("CPU", 0) for b in bundles),
                          "nodes": self.nodes})  # fmt: skip

    @property
    def bundle_count(self):
        return len(self.bundles)

    def ready(self):
        if self.nodes is None:
            need = sum(b.get("GPU", 0) for b in self.bundles)
            return _Ref(pending=f"placement group #{self.index} ({need} GPU bundles) can never be placed; "
                                f"free per node: {self.world.free_desc()}")  # fmt: skip
        return _Ref(self)


class _World:
    def __init__(self, cluster):
        self.cluster = cluster
        self.free = [dict(n) for n in cluster] if cluster else None
        self.pgs, self.log, self.actors = [], [], []

    def free_desc(self):
        return [{k: round(v, 3) for k, v in n.items()} for n in self.free] if self.free is not None else "unlimited"

    @staticmethod
    def _fits(node, res):
        return all(node.get(k, 0) + 1e-9 >= v for k, v in res.items())

    def _take(self, i, res):
        for k, v in res.items():
            self.free[i][k] = self.free[i].get(k, 0) - v

    def place(self, bundles):
        """PACK: as few nodes as possible, best effort."""
        if self.free is None:
            return [0] * len(bundles)
        snap = [dict(n) for n in self.free]
        out = [None] * len(bundles)
        order = sorted(range(len(self.free)), key=lambda i: -self.free[i].get("GPU", 0))
        for b, res in enumerate(bundles):
            for i in order:
                if self._fits(self.free[i], res):
                    self._take(i, res)
                    out[b] = i
                    break
            else:
                self.free = snap
                return None
        return out


def _make_fake_ray(world):
    class ActorHandle:
        def __init__(self, rec):
            self.rec = rec

        def __getattr__(self, m):
            rec = self.rec

            class M:
                def remote(self, *a, **k):
                    if rec.get("pending"):
                        return _Ref(pending=rec["pending"])
                    canned = {"get_master_addr_port": ("127.0.0.1", 29500), "get_max_steps": 100}
                    return _Ref(canned.get(m))

            return M()

    class RemoteClass:
        def __init__(self, cls, base, opts=None):
            self.cls, self.base, self.opts = cls, base, opts or {}
            self.__name__ = getattr(cls, "__name__", str(cls))

        def options(self, **o):
            return RemoteClass(self.cls, self.base, {**self.opts, **o})

        def remote(self, *a, **k):
            o = {**self.base, **self.opts}
            ss = o.get("scheduling_strategy")
            rec = {"op": "actor", "cls": self.__name__, "num_gpus": o.get("num_gpus", 0),
                   "num_cpus": o.get("num_cpus", 1), "pg": None, "bundle": None, "pending": None}  # fmt: skip
            if isinstance(ss, dict):
                pg, idx = ss["placement_group"], ss.get("placement_group_bundle_index", -1)
                rec["pg"], rec["bundle"] = pg.index, idx
                if idx >= pg.bundle_count or idx < -1:
                    raise ValueError(f"placement group bundle index {idx} is invalid. "
                                     f"Valid placement group indexes: 0-{pg.bundle_count}")  # fmt: skip
                use = [(idx, rec["num_gpus"])]
                if k.get("bundle_indices"):  # vLLM ray executor: one worker per bundle of the engine
                    use = [(b, k["num_gpus"]) for b in k["bundle_indices"]]
                    rec["worker_bundles"] = list(k["bundle_indices"])
                    rec["worker_gpus"] = k["num_gpus"]
                if pg.nodes is None:
                    rec["pending"] = f"actor {self.__name__}: its placement group #{pg.index} is not placed"
                for b, g in use:
                    pg.used[b] += g
                    if pg.used[b] > pg.bundles[b].get("GPU", 0) + 1e-9:
                        rec["pending"] = f"actor {self.__name__}: bundle {b} of pg #{pg.index} over-subscribed"
            elif world.free is not None and (rec["num_gpus"] or rec["num_cpus"]):
                res = {"GPU": rec["num_gpus"], "CPU": rec["num_cpus"]}
                for i in range(len(world.free)):
                    if world._fits(world.free[i], res):
                        if rec["num_gpus"]:  # default actors hold 0 CPU while running
                            world._take(i, res)
                        rec["node"] = i
                        break
                else:
                    rec["pending"] = f"actor {self.__name__} needs {res}; free per node: {world.free_desc()}"
            world.log.append(rec)
            world.actors.append(rec)
            return ActorHandle(rec)

    def remote(*a, **k):
        if a and not k:
            return RemoteClass(a[0], {})
        return lambda cls: RemoteClass(cls, k)

    def get(x, timeout=None):
        if isinstance(x, (list, tuple)):
            return [get(i) for i in x]
        if isinstance(x, _Ref):
            if x.pending:
                raise OracleHang(x.pending)
            return x.value
        return x

    def pg_table(pg):
        return {"bundles_to_node_id": {i: (pg.nodes[i] if pg.nodes else 0) for i in range(pg.bundle_count)}}

    return dict(remote=remote, get=get, is_initialized=lambda: True, init=lambda *a, **k: None, RemoteClass=RemoteClass,
                placement_group=lambda b, strategy="PACK", **k: _PG(world, b, strategy),
                placement_group_table=pg_table, put=lambda v: _Ref(v))  # fmt: skip


# ------------------------------------------------------------------- finder
class _Finder(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """Serves HEAVY top-level modules and everything below ``openrlhf`` except the whitelisted real files."""

    def __init__(self):
        self.tag = None
        self.real = set()
        self.world_api = None
        self._codes = {}

    def find_spec(self, fullname, path=None, target=None):
        top = fullname.split(".")[0]
        if top == "openrlhf" or top in HEAVY:
            return importlib.machinery.ModuleSpec(fullname, self, is_package=True)
        return None

    def create_module(self, spec):
        name = spec.name
        if name.split(".")[0] == "openrlhf":
            base = os.path.join(SRC_ROOT, self.tag, *name.split("."))
            if name in self.real:
                m = types.ModuleType(name)
                m.__file__ = base + ".py" if os.path.isfile(base + ".py") else os.path.join(base, "__init__.py")
                m.__path__ = [base]
                m.__package__ = name if m.__file__.endswith("__init__.py") else name.rpartition(".")[0]
                return m
            m = StubModule(name, self._overrides(name))
            return m
        return StubModule(name, self._overrides(name))

    def exec_module(self, module):
        if not isinstance(module, StubModule):
            code = self._codes.get(module.__file__)
            if code is None:
                with open(module.__file__, encoding="utf-8") as f:
                    code = self._codes[module.__file__] = compile(f.read(), module.__file__, "exec")
            exec(code, module.__dict__)

    def _overrides(self, name):
        pins = PINS.get(self.tag, PINS["v0.11.2"])
        if name == "packaging.version":
            return {"parse": _Ver}
        if name == "packaging":
            import_version = types.SimpleNamespace(parse=_Ver)
            return {"version": import_version}
        if name == "deepspeed":
            return {"version": pins["deepspeed"], "__version__": pins["deepspeed"]}
        if name == "vllm":
            return {"__version__": pins["vllm"]}
        if name == "torch":
            return {"distributed": types.SimpleNamespace(is_initialized=lambda: False, get_rank=lambda: 0)}
        api = self.world_api
        if api:
            if name == "ray":
                return {k: api[k] for k in ("remote", "get", "is_initialized", "init", "put")} | {
                    "util": types.SimpleNamespace(placement_group_table=api["placement_group_table"])
                }
            if name == "openrlhf.utils":
                return {"get_strategy": lambda a: importlib.import_module("openrlhf.utils.utils").get_strategy(a)}
            if name == "ray.util.placement_group":
                return {"placement_group": api["placement_group"]}
            if name == "ray.util.scheduling_strategies":
                return {"PlacementGroupSchedulingStrategy": lambda **k: k}
            if name in ("openrlhf.trainer.ppo_trainer", "openrlhf.trainer.ppo_trainer_async"):
                cls = "PPOTrainerAsync" if name.endswith("async") else "PPOTrainer"
                return {cls: api["RemoteClass"](type(cls, (), {}), {})}
            if name == "openrlhf.trainer.ray.ppo_actor":
                return {"PolicyModelActor": api["RemoteClass"](type("PolicyModelActor", (), {}), {"num_gpus": 1})}
            if name == "openrlhf.trainer.ray.ppo_critic":
                return {"CriticModelActor": api["RemoteClass"](type("CriticModelActor", (), {}), {"num_gpus": 1})}
        return {}


REAL_PARSE = {"openrlhf.utils.config"}
REAL_TRAIN = REAL_PARSE | {
    "openrlhf.trainer.ray", "openrlhf.trainer.ray.launcher", "openrlhf.trainer.ray.vllm_engine", "openrlhf.trainer.ray.utils",
    "openrlhf.utils.utils", "openrlhf.utils.deepspeed", "openrlhf.utils.deepspeed.deepspeed",
}  # fmt: skip


def _jsonable(v):
    if isinstance(v, float) and not math.isfinite(v):
        return "NaN" if math.isnan(v) else ("Infinity" if v > 0 else "-Infinity")
    if isinstance(v, (str, int, float, bool)) or v is None:
        return v
    if isinstance(v, (list, tuple)):
        return [_jsonable(x) for x in v]
    if isinstance(v, dict):
        return {str(k): _jsonable(x) for k, x in v.items()}
    return repr(v)


def flatten(ns, prefix=""):
    out = {}
    for k, v in vars(ns).items():
        if isinstance(v, (types.SimpleNamespace, argparse.Namespace)):
            out.update(flatten(v, f"{prefix}{k}."))
        else:
            out[prefix + k] = v
    return out


class Oracle:
    def __init__(self, src_root=None):
        global SRC_ROOT
        if src_root:
            SRC_ROOT = src_root
        self.finder = _Finder()
        self._code = {}
        self._mods = {}  # (tag, mode) -> cached sys.modules subset
        self._active = None

    # -- module cache per (tag, mode)
    def _owned(self, name):
        t = name.split(".")[0]
        return t == "openrlhf" or t in HEAVY

    def _activate(self, key):
        if self._active == key:
            return
        cur = {n: m for n, m in sys.modules.items() if self._owned(n)}
        if self._active is not None:
            self._mods[self._active] = cur
        for n in cur:
            del sys.modules[n]
        sys.modules.update(self._mods.get(key, {}))
        self._active = key
        self.finder.tag = key[0]

    def _compiled(self, tag, entry, stop):
        key = (tag, entry, stop)
        if key not in self._code:
            path = os.path.join(SRC_ROOT, tag, "openrlhf", "cli", entry + ".py")
            with open(path, encoding="utf-8") as f:
                tree = ast.parse(f.read(), path)
            if stop:
                kind, name = STOP_AT[entry]
                hit = False
                for node in tree.body:
                    tgt = None
                    names = (name,) if isinstance(name, str) else name
                    if kind == "func" and isinstance(node, ast.FunctionDef) and node.name in names:
                        tgt = node
                    if kind == "method" and isinstance(node, ast.ClassDef) and node.name == name.split(".")[0]:
                        tgt = next(n for n in node.body if getattr(n, "name", "") == name.split(".")[1])
                    if tgt is not None:
                        r = ast.parse("raise __oracle_stop__()").body
                        tgt.body = [ast.copy_location(x, tgt.body[0]) for x in r]
                        ast.fix_missing_locations(tgt)
                        hit = True
                assert hit, f"{entry}: stop point {name} not found"
            self._code[key] = (compile(tree, path, "exec"), path)
        return self._code[key]

    def parser(self, tag, entry):
        """The real ArgumentParser object of an entry point (captured at parse_args)."""
        box = {}

        def grab(self_, *a, **k):
            box["p"] = self_
            raise OracleStop

        with contextlib.suppress(OracleStop):
            self._run_main(tag, entry, [], True, parse_hook=grab)
        return box["p"]

    def _run_main(self, tag, entry, argv, stop, parse_hook=None, world=None):
        key = (tag, "train" if world else "parse")
        if world:  # fresh fakes for every placement run
            self._mods.pop(key, None)
            if self._active == key:
                self._active = None
                for n in [n for n in sys.modules if self._owned(n)]:
                    del sys.modules[n]
            self.finder.real, self.finder.world_api = REAL_TRAIN, _make_fake_ray(world)
        else:
            self.finder.real, self.finder.world_api = REAL_PARSE, None
        self._activate(key)
        code, path = self._compiled(tag, entry, stop)
        ns = {"__name__": "__main__", "__file__": path, "__builtins__": builtins, "__oracle_stop__": OracleStop}
        rec = {"parsed": None}
        orig = argparse.ArgumentParser.parse_args

        def hook(self_, args=None, namespace=None):
            r = orig(self_, args, namespace)
            rec["parsed"] = dict(vars(r))
            return r

        old_argv, old_cwd = sys.argv, os.getcwd()
        sys.argv = [path] + list(argv)
        argparse.ArgumentParser.parse_args = parse_hook or hook
        sys.meta_path.insert(0, self.finder)
        try:
            exec(code, ns)
        except BaseException as e:
            e.__oracle_ns__, e.__oracle_rec__ = ns, rec
            raise
        finally:
            sys.meta_path.remove(self.finder)
            argparse.ArgumentParser.parse_args = orig
            sys.argv = old_argv
            os.chdir(old_cwd)
        return ns, rec

    def actor_loss(self, tag, args):
        """The real PolicyLoss(...) call of ppo_actor.py, evaluated with the final (nested) arguments."""
        base = os.path.join(SRC_ROOT, tag, "openrlhf")
        path = os.path.join(base, "trainer", "ray", "ppo_actor.py")
        with open(path, encoding="utf-8") as f:
            tree = ast.parse(f.read(), path)
        calls = [n for n in ast.walk(tree) if isinstance(n, ast.Call) and getattr(n.func, "id", "") == "PolicyLoss"]
        assert len(calls) == 1, f"{tag}: {len(calls)} PolicyLoss(...) calls in ppo_actor.py"
        self.finder.real, self.finder.world_api = REAL_PARSE, None
        self._activate((tag, "parse"))
        loss = os.path.join(base, "models", "loss.py")
        sys.meta_path.insert(0, self.finder)
        try:
            with open(loss, encoding="utf-8") as f:
                code = compile(f.read(), loss, "exec")
            ns = {"__name__": "openrlhf.models.loss", "__package__": "openrlhf.models", "__file__": loss}
            exec(code, ns)
            me = types.SimpleNamespace(args=args, strategy=types.SimpleNamespace(args=args))
            call = compile(ast.Expression(calls[0]), path, "eval")
            return eval(call, {"PolicyLoss": ns["PolicyLoss"], "self": me, "getattr": getattr})
        finally:
            sys.meta_path.remove(self.finder)

    def run(self, tag, entry, argv, cluster=None, want_args=True, actor_loss=False):
        t0 = time.perf_counter()
        out, err = io.StringIO(), io.StringIO()
        res = {"ok": False, "tag": tag, "entry": entry, "stage": None, "exc_type": None, "message": None, "line": None}
        ns, rec, world = {}, {}, None
        if cluster is not None and entry == "train_ppo_ray":
            world = _World(cluster or None)
        try:
            with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
                ns, rec = self._run_main(tag, entry, argv, world is None, world=world)
            res.update(ok=True, stage="done")
        except OracleStop as e:
            ns, rec = e.__oracle_ns__, e.__oracle_rec__
            res.update(ok=True, stage="validated")
        except OracleHang as e:
            ns, rec = e.__oracle_ns__, e.__oracle_rec__
            res.update(stage="train", exc_type="HANG", message=str(e), line=self._line(e, entry))
        except SystemExit as e:
            ns, rec = e.__oracle_ns__, e.__oracle_rec__
            msg = err.getvalue().strip().splitlines()
            res.update(stage="argparse", exc_type="SystemExit", code=e.code, message=msg[-1] if msg else None)
        except BaseException as e:
            if isinstance(e, KeyboardInterrupt):
                raise
            ns, rec = getattr(e, "__oracle_ns__", {}), getattr(e, "__oracle_rec__", {})
            in_train = any(f.name == "train" for f in traceback.extract_tb(e.__traceback__))
            res.update(stage="train" if in_train else "validation", exc_type=type(e).__name__, message=str(e),
                       line=self._line(e, entry))  # fmt: skip
        if actor_loss and res["ok"] and entry == "train_ppo_ray":
            try:
                obj = self.actor_loss(tag, ns["args"])
                res["actor_loss"] = {k: _jsonable(v) for k, v in vars(obj).items()}
            except Exception as e:
                frame = traceback.extract_tb(e.__traceback__)[-1]
                res.update(ok=False, stage="actor_init", exc_type=type(e).__name__, message=str(e), line=frame.lineno,
                           file=os.path.basename(frame.filename))  # fmt: skip
        res["stdout"] = out.getvalue().splitlines()
        if err.getvalue() and res["stage"] != "argparse":
            res["stderr"] = err.getvalue().splitlines()
        args = ns.get("args")
        if want_args and args is not None:
            final = flatten(args)
            res["args"] = {k: _jsonable(v) for k, v in final.items()}
            p = rec.get("parsed") or {}
            res["mutated"] = {k: {"from": _jsonable(p.get(k)), "to": _jsonable(v)} for k, v in final.items()
                              if k in p and _jsonable(p[k]) != _jsonable(v)}  # fmt: skip
        if world is not None and (world.log or res["stage"] in ("done", "train")):
            res["placement"] = {
                "pgs": [x for x in world.log if x["op"] == "placement_group"],
                "bare_gpu_actors": [x for x in world.actors if x["pg"] is None and x["num_gpus"]],
                "total_gpus": sum(x["gpus"] for x in world.log if x["op"] == "placement_group")
                + sum(x["num_gpus"] for x in world.actors if x["pg"] is None),
                "n_actors": len(world.actors),
                "log": world.log,
            }
        res["ms"] = round((time.perf_counter() - t0) * 1e3, 3)
        return res

    @staticmethod
    def _line(e, entry):
        for f in reversed(traceback.extract_tb(e.__traceback__)):
            if f.filename.endswith(f"cli/{entry}.py"):
                return f.lineno
        return None

    # -- flags
    @staticmethod
    def entries(tag):
        """The entry points this release has."""
        cli = os.path.join(SRC_ROOT, tag, "openrlhf", "cli")
        return [e for e in ENTRIES + OLD_ENTRIES if os.path.isfile(os.path.join(cli, e + ".py"))]

    def flags(self, tag, entry):
        p = self.parser(tag, entry)
        rows = []
        for a in p._actions:
            if isinstance(a, argparse._HelpAction):
                continue
            act = {"_StoreAction": "store", "_StoreTrueAction": "store_true", "_StoreFalseAction": "store_false"}.get(
                type(a).__name__, type(a).__name__
            )
            d = a.default
            rows.append(
                {
                    "name": a.option_strings[0] if a.option_strings else a.dest,
                    "aliases": a.option_strings[1:],
                    "dest": a.dest,
                    "type": a.type.__name__ if a.type else None,
                    "nargs": a.nargs,
                    "choices": list(a.choices) if a.choices else None,
                    "default": _jsonable(d),
                    "default_type": type(d).__name__,
                    "default_dynamic": bool(isinstance(d, str) and a.dest.endswith("wandb.run_name")),
                    "action": act,
                    "required": a.required,
                }
            )
        return {"prog": os.path.basename(p.prog), "allow_abbrev": p.allow_abbrev, "prefix_chars": p.prefix_chars,
                "fromfile_prefix_chars": p.fromfile_prefix_chars, "description": p.description, "flags": rows}  # fmt: skip


# ----------------------------------------------------------------------- CLI
def _parse_cluster(s):
    if s is None:
        return None
    if s in ("", "any", "unlimited"):
        return []
    if s.startswith("["):
        return json.loads(s)
    return [{"GPU": float(g), "CPU": 1024.0} for g in s.split(",")]


def _one(o, case):
    r = o.run(case.get("tag", "v0.11.0"), case["entry"], case["argv"], cluster=case.get("cluster"),
              actor_loss=case.get("actor_loss", False))  # fmt: skip
    if "id" in case:
        r["id"] = case["id"]
    return r


def _forked(o, case):
    rfd, wfd = os.pipe()
    pid = os.fork()
    if pid == 0:
        os.close(rfd)
        try:
            data = json.dumps(_one(o, case)).encode()
        except BaseException as e:  # noqa: BLE001
            data = json.dumps({"ok": False, "stage": "oracle", "exc_type": type(e).__name__, "message": str(e)}).encode()
        with os.fdopen(wfd, "wb") as f:
            f.write(data)
        os._exit(0)
    os.close(wfd)
    with os.fdopen(rfd, "rb") as f:
        data = f.read()
    os.waitpid(pid, 0)
    return json.loads(data)


def main():
    ap = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    sub = ap.add_subparsers(dest="cmd", required=True)
    r = sub.add_parser("run")
    r.add_argument("--tag", default="v0.11.0")
    r.add_argument("--entry", required=True, choices=ENTRIES + OLD_ENTRIES)
    r.add_argument("--actor-loss", action="store_true", help="also construct the real PolicyLoss")
    r.add_argument("--cluster", help="GPUs per node, e.g. 8,8 ; 'any' = record only ; or JSON list")
    r.add_argument("--no-args", action="store_true")
    r.add_argument("argv", nargs=argparse.REMAINDER)
    b = sub.add_parser("batch")
    b.add_argument("--isolate", choices=["none", "fork"], default="none")
    b.add_argument("--jobs", type=int, default=1)
    f = sub.add_parser("flags")
    f.add_argument("--tag", default="v0.11.0")
    n = sub.add_parser("bench")
    n.add_argument("-n", type=int, default=300)
    a = ap.parse_args()
    o = Oracle()
    if a.cmd == "run":
        argv = a.argv[1:] if a.argv[:1] == ["--"] else a.argv
        print(json.dumps(o.run(a.tag, a.entry, argv, cluster=_parse_cluster(a.cluster), want_args=not a.no_args,
                               actor_loss=a.actor_loss), indent=1))  # fmt: skip
    elif a.cmd == "flags":
        print(json.dumps({"tag": a.tag, "entry_points": {e: o.flags(a.tag, e) for e in o.entries(a.tag)}}, indent=1))
    elif a.cmd == "batch":
        cases = [json.loads(x) for x in sys.stdin if x.strip()]
        if a.jobs > 1:
            import multiprocessing as mp

            with mp.get_context("fork").Pool(a.jobs) as pool:
                for res in pool.imap(_pool_one, cases, chunksize=16):
                    sys.stdout.write(json.dumps(res) + "\n")
        else:
            for c in cases:
                sys.stdout.write(json.dumps(_forked(o, c) if a.isolate == "fork" else _one(o, c)) + "\n")
    elif a.cmd == "bench":
        base = ["--actor.model_name_or_path", "m", "--reward.remote_url", "r.py", "--vllm.num_engines", "2"]
        for iso in ("none", "fork"):
            for entry, argv, cl in [("train_ppo_ray", base, None), ("train_sft", [], None), ("train_ppo_ray", base, [])]:
                fn = _forked if iso == "fork" else _one
                case = {"tag": "v0.11.0", "entry": entry, "argv": argv, "cluster": cl}
                fn(o, case)
                t = time.perf_counter()
                for _ in range(a.n):
                    fn(o, case)
                dt = (time.perf_counter() - t) / a.n
                print(f"isolate={iso:5s} {entry:15s} placement={'yes' if cl is not None else 'no ':3s} "
                      f"{dt * 1e3:7.2f} ms/case  {1 / dt:8.0f} cases/s")  # fmt: skip


_POOL_ORACLE = None


def _pool_one(case):
    global _POOL_ORACLE
    if _POOL_ORACLE is None:
        _POOL_ORACLE = Oracle()
    return _one(_POOL_ORACLE, case)


if __name__ == "__main__":
    main()
