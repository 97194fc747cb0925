"""What each sample gets from a reward function, an agent or a reward server: cases through the real executors of one release.

  contract_values.py TAG < cases.jsonl > samples.jsonl

A case is one of contract_harness.py. An answer is one line of JSON: id and
  samples  of each sample: prompt, label, text (all of it, as the executor gives it back), actions (what the model wrote in
           each turn), reward, scores, logs, truncated, and log_probs: null without them, else whether they belong to
           the tokens, one for one
or error, the type and message of the exception that ends the run before there are samples.
"""

import json
import os
import sys
import tempfile

import contract_release
from contract_harness import ORACLE
from contract_run import Run
from contract_servers import ServerRun


class Seen(Exception):
    """Ends a run where its samples are there."""


class ValueRun(Run):
    def _notice(self, samples):
        raise Seen


class ServerValueRun(ServerRun, ValueRun):
    pass


def text_of(tokens):
    return "".join(map(chr, tokens))


def sample_of(response):
    tokens, ranges = response["observation_tokens"], response["action_ranges"]
    return {
        "prompt": response["prompt"],
        "label": response["label"],
        "text": text_of(tokens),
        "actions": [text_of(tokens[start:end]) for start, end in ranges],
        "reward": number(response.get("reward")),
        "scores": number(response.get("scores")),
        "logs": {name: number(value) for name, value in (response.get("extra_logs") or {}).items()},
        "truncated": response.get("truncated", False),
        "log_probs": match(response["rollout_log_probs"], tokens, ranges),
    }


def number(value):
    while isinstance(value, list) and len(value) == 1:
        value = value[0]
    return value.item() if hasattr(value, "item") else value


def match(log_probs, tokens, ranges):
    """Whether the tokens that the model wrote have what vLLM said of them, and the others 0."""
    if log_probs is None:
        return None
    written = {position for start, end in ranges for position in range(start, end)}
    return list(log_probs) == [-0.5 if position in written else 0.0 for position in range(len(tokens))]


def samples_of(release, case):
    with tempfile.TemporaryDirectory(prefix="values-") as folder:
        for name, text in case["files"].items():
            with open(os.path.join(folder, name), "w", encoding="utf-8") as file:
                file.write(text)
        os.chdir(folder)
        kind = ServerValueRun if case["role"] == "server" else ValueRun
        run = kind(release, case, os.path.join(folder, case["entry"]), set())
        try:
            run._train()
        except Seen:
            return {"samples": [sample_of(response) for response in run.responses]}
        except Exception as error:
            cause = getattr(error, "cause", error)
            return {"error": f"{type(cause).__name__}: {cause}"}
        finally:
            os.chdir(ORACLE)
    return {"samples": []}


def main():
    (tag,) = sys.argv[1:]
    release = contract_release.load(tag)
    out, sys.stdout = sys.stdout, sys.stderr
    for line in sys.stdin:
        case = json.loads(line)
        print(json.dumps({"id": case["id"], **samples_of(release, case)}), file=out, flush=True)
    out.flush()
    # Servers of the cases may still listen.
    os._exit(0)


if __name__ == "__main__":
    main()
