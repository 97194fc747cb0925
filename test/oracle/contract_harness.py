"""What OpenRLHF makes of reward functions, agents and reward servers: cases through the real code of one release.

  contract_harness.py TAG < cases.jsonl > verdicts.jsonl

A case is one line of JSON:
  id        any text
  role      reward | agent | server
  files     {path: text} of a working directory as a Ray job gets it; it is the working directory of the run, on the
            path of modules, and the folder of the file itself is not
  entry     which of them the launch names
  launch    words that the launch adds to the usual flags (contract_world.py has those); optional
  labels, texts, random
            labels of the six prompts, what the model says to each prompt; "random" if two runs may differ; optional

A verdict is one line of JSON: id, verdict and
  ok        the file trains
  silent    it trains, but `what` is amiss
  fails     the run ends: `stage` (load, rollout, samples, evaluation, training, time), the function of OpenRLHF
            (`where`), `type` and `message` of the exception; `swallowed` is the message that the executor only logs
and `unreached`: the lines of `return` statements of the entry file that no sample came to.

Every case runs in a child process of its own, two at a time, with a limit of time. Needs torch, numpy, cloudpickle, and
for some cases requests, aiohttp, httpx, pydantic, fastapi and uvicorn: the packages of Debian are enough.
"""

import gc
import json
import os
import select
import signal
import sys
import tempfile
import time

import contract_release
from contract_run import Run
from contract_servers import Judge, ServerRun
from stubs import Stub  # noqa: F401  the stubs are pickled by name

LIMIT_SECONDS = 30
AT_ONCE = 2
ORACLE = os.path.dirname(os.path.abspath(__file__))


def child(release, case, out):
    """The whole life of the process of a case; writes its verdict to `out`."""
    null = os.open(os.devnull, os.O_RDWR)
    for descriptor in (0, 1, 2):
        os.dup2(null, descriptor)
    folder = tempfile.mkdtemp(prefix="contract-", dir=os.environ["CONTRACT_FOLDER"])
    for name, text in case["files"].items():
        path = os.path.join(folder, name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
    os.chdir(folder)
    sys.path[:] = [folder] + [path for path in sys.path if path not in ("", ORACLE)] + [f"{ORACLE}/worker_packages"]
    entry = os.path.join(folder, case["entry"])
    run = (ServerRun if case["role"] == "server" else Run)(release, case, entry, {os.path.join(folder, n) for n in case["files"]})
    verdict = run.verdict()
    result = {"id": case["id"], **verdict, "unreached": run.lines.unreached_returns(entry)}
    os.write(out, (json.dumps(result, ensure_ascii=False) + "\n").encode())
    os._exit(0)


class Child:
    def __init__(self, release, case):
        self.case, self.text = case, b""
        self.out, out = os.pipe()
        self.pid = os.fork()
        if self.pid == 0:
            try:
                os.setsid()
                child(release, case, out)
            except BaseException as error:  # of the harness, not of the case
                message = {"id": case["id"], "verdict": "harness", "message": f"{type(error).__name__}: {error}"}
                os.write(out, (json.dumps(message) + "\n").encode())
                os._exit(1)
        os.close(out)
        self.until = time.monotonic() + LIMIT_SECONDS

    def end(self):
        """The verdict, after the pipe has closed or the time is over."""
        try:
            os.killpg(self.pid, signal.SIGKILL)
        except ProcessLookupError:
            pass
        os.waitpid(self.pid, 0)
        os.close(self.out)
        if not self.text.endswith(b"\n"):
            why = {"type": "Timeout", "message": "still running"} if time.monotonic() >= self.until else {
                "type": "Exit", "message": "the process ended"
            }
            return json.dumps({"id": self.case["id"], "verdict": "fails", "stage": "time", "where": None, **why, "unreached": []})
        return self.text.decode().strip()


def judge(release, cases):
    """The verdicts, as they come."""
    waiting, running = list(reversed(cases)), {}
    while waiting or running:
        while waiting and len(running) < AT_ONCE:
            one = Child(release, waiting.pop())
            running[one.out] = one
        left = min(one.until for one in running.values()) - time.monotonic()
        ready, _, _ = select.select(list(running), [], [], max(0, left))
        for out in ready:
            text = os.read(out, 1 << 16)
            running[out].text += text
            if not text or running[out].text.endswith(b"\n"):
                yield running.pop(out).end()
        for out in [out for out, one in running.items() if time.monotonic() >= one.until]:
            yield running.pop(out).end()


def main():
    (tag,) = sys.argv[1:]
    cases = [json.loads(line) for line in sys.stdin if line.strip()]
    release = contract_release.load(tag)
    with tempfile.TemporaryDirectory(prefix="contracts-") as folder, Judge() as judge_url:
        os.environ["CONTRACT_FOLDER"], os.environ["JUDGE_URL"] = folder, judge_url
        gc.freeze()  # the children share what is there already
        for verdict in judge(release, cases):
            print(verdict, flush=True)


if __name__ == "__main__":
    main()
