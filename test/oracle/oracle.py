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
Source trees: $OPENRLHF_SRC (default: the openrlhf folder of the cache that `npm test` fills)/<tag>/openrlhf/...

Library use:  from oracle import Oracle;  Oracle().run("v0.11.0", "train_ppo_ray", [...])
Run it in its own process: it installs a meta-path finder and fake modules.
"""

from __future__ import annotations

import argparse
import ast
import builtins
import contextlib
import functools
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

from fake_ray import OracleHang, World, make_fake_ray
from stubs import HEAVY, StubModule, Version

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


class OracleStop(BaseException):
    """Raised where the real program would start the expensive part."""


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
            return {"parse": Version}
        if name == "packaging":
            import_version = types.SimpleNamespace(parse=Version)
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

    def activate(self, key):
        """Makes the modules of one (tag, mode) the importable ones."""
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
            self.finder.real, self.finder.world_api = REAL_TRAIN, make_fake_ray(world)
        else:
            self.finder.real, self.finder.world_api = REAL_PARSE, None
        self.activate(key)
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
        self.activate((tag, "parse"))
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
            world = World(cluster or None)
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
            data = json.dumps(
                {"ok": False, "stage": "oracle", "exc_type": type(e).__name__, "message": str(e)}
            ).encode()
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


@functools.cache
def _worker_oracle():
    """One oracle per worker process."""
    return Oracle()


def _pool_one(case):
    return _one(_worker_oracle(), case)


if __name__ == "__main__":
    main()
