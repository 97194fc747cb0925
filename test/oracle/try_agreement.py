"""Runs files by `runner/openrlhf_try` with the real executors of releases, and with those that it brings along.

    OPENRLHF_SRC=… python try_agreement.py RELEASE… < cases

A case is a line `{"id", "role", "files", "entry", "request"}`; `request` has the samples and what the model says. The answer is a line
`{"id", "events": {"own": […], RELEASE: […]}}`: what the trial told, without times. Each trial is a fork, so that torch is imported once.
"""

import json
import logging
import os
import shutil
import signal
import sys
import tempfile
import types
from pathlib import Path

import numpy  # noqa: F401
import torch

SECONDS = 30

sys.dont_write_bytecode = True
sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "runner"))
from openrlhf_try.events import Events  # noqa: E402
from openrlhf_try.trial import Trial  # noqa: E402

del sys.path[0]


def real_packages(release):
    """`openrlhf` and `openrlhf.utils` of a release, without what their own code imports beside the executors."""
    root = os.path.join(os.environ["OPENRLHF_SRC"], release, "openrlhf")
    for name, folder in (("openrlhf", root), ("openrlhf.utils", os.path.join(root, "utils"))):
        package = types.ModuleType(name)
        package.__path__ = [folder]
        sys.modules[name] = package
    sys.modules["openrlhf"].utils = sys.modules["openrlhf.utils"]


def one(case, release, folder, out):
    signal.alarm(SECONDS)
    nothing = os.open(os.devnull, os.O_RDWR)
    for descriptor in (0, 1, 2):
        os.dup2(nothing, descriptor)
    os.chdir(folder)
    sys.path[0] = folder
    logging.disable(logging.CRITICAL)
    torch.set_num_threads(1)
    if release != "own":
        real_packages(release)
    request = {**case["request"], "file": case["entry"], "role": case["role"], "executors": "own" if release == "own" else None}
    trial = Trial(request, Events(out))
    try:
        trial.run()
    except (SystemExit, KeyboardInterrupt):
        pass
    trial.events.put("end")
    os._exit(0)


def told(out):
    events = [json.loads(line) for line in Path(out).read_text().splitlines()] if os.path.exists(out) else []
    for event in events:
        if "milliseconds" in event:
            event["milliseconds"] = 0
    return events


def main(releases):
    for line in sys.stdin:
        case = json.loads(line)
        events = {}
        for release in ("own", *releases):
            folder = os.path.realpath(tempfile.mkdtemp(prefix="try-"))
            out = folder + ".jsonl"
            try:
                for name, text in case["files"].items():
                    path = Path(folder, name)
                    path.parent.mkdir(parents=True, exist_ok=True)
                    path.write_text(text)
                child = os.fork()
                if child == 0:
                    try:
                        os.setsid()
                        one(case, release, folder, out)
                    finally:
                        os._exit(1)
                os.waitpid(child, 0)
                try:
                    os.killpg(child, signal.SIGKILL)
                except ProcessLookupError:
                    pass
                events[release] = json.loads(json.dumps(told(out)).replace(folder, "FOLDER"))
            finally:
                shutil.rmtree(folder, ignore_errors=True)
                if os.path.exists(out):
                    os.remove(out)
        print(json.dumps({"id": case["id"], "events": events}), flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
