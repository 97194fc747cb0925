"""Reward function for programming: the share of tests that the program of the answer passes.

A launch names this file, and the field of the dataset that holds the tests:

    --reward.remote_url ./code_reward.py --data.label_key tests

A label is a JSON list such as [{"input": "1 2", "output": "3"}], or plain text: the output that the program shall have
without any input. The program is the last fenced block of the answer.

Programs run as processes of their own, with limits on time, memory and output. That keeps a rollout going; it is no
sandbox. They may read what the worker may read and use its network, so run workers in a container.
"""

import json
import os
import re
import signal
import subprocess
import sys
import tempfile

TIME_LIMIT = 5.0  # seconds per test
MEMORY_LIMIT = 2 << 30  # bytes
OUTPUT_LIMIT = 1 << 20  # bytes

FENCE = re.compile(r"```(?:python|py)?[ \t]*\n(.*?)```", re.DOTALL)

# Sets the limits from within the new process: code between fork and exec could deadlock, as there are threads here.
# That on processor time ends a program whose engine is gone, and with it whoever would stop it.
LIMITED = f"""
import runpy
try:
    import resource
    limits = {{"AS": {MEMORY_LIMIT}, "FSIZE": {OUTPUT_LIMIT}, "CORE": 0, "CPU": {int(TIME_LIMIT) + 5}}}
    for name, limit in limits.items():
        try:
            resource.setrlimit(getattr(resource, "RLIMIT_" + name), (limit, limit))
        except (OSError, ValueError):
            pass
except ImportError:
    pass
runpy.run_path("program.py", run_name="__main__")
"""


def reward_func(queries, prompts, labels, **kwargs):
    program = program_of(answer_of(queries[0], prompts[0]))
    tests = tests_of(str(labels[0]))
    passed = sum(passes(program, test) for test in tests) if program else 0
    share = passed / len(tests)
    return {
        "rewards": share,
        "scores": share,
        "extra_logs": {"has_program": float(program is not None), "all_passed": float(passed == len(tests))},
    }


def tests_of(label):
    """Pairs of input and expected output, at least one."""
    try:
        listed = json.loads(label)
        tests = [(str(test.get("input", "")), str(test["output"])) for test in listed]
    except (AttributeError, KeyError, TypeError, ValueError):
        tests = []
    return tests or [("", label)]


def program_of(answer):
    """The last fenced block; None if there is none."""
    blocks = FENCE.findall(answer)
    return blocks[-1] if blocks else None


def passes(program, test):
    text, expected = test
    output = run(program, text)
    return output is not None and lines_of(output) == lines_of(expected)


def lines_of(text):
    """Lines without the blanks that nobody sees."""
    return [line.rstrip() for line in text.strip().splitlines()]


def run(program, text):
    """What a program prints; None if it fails or takes too long."""
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        with open(os.path.join(folder, "program.py"), "w", encoding="utf-8", errors="replace") as file:
            file.write(program)
        with open(os.path.join(folder, "output"), "w+b") as output:
            process = subprocess.Popen(
                [sys.executable, "-I", "-c", LIMITED],
                cwd=folder,
                env={"PATH": os.defpath, "PYTHONIOENCODING": "utf-8", "OPENBLAS_NUM_THREADS": "1"},
                stdin=subprocess.PIPE,
                stdout=output,
                stderr=subprocess.DEVNULL,
                start_new_session=True,
            )
            try:
                process.communicate(text.encode("utf-8", "replace"), timeout=TIME_LIMIT)
            except subprocess.TimeoutExpired:
                return None
            finally:
                end(process)
            output.seek(0)
            printed = output.read(OUTPUT_LIMIT).decode("utf-8", "replace")
    return printed if process.returncode == 0 else None


def end(process):
    """Ends a process and all that it has started."""
    try:
        os.killpg(process.pid, signal.SIGKILL)
    except (ProcessLookupError, PermissionError):
        pass
    process.wait()


SPECIAL_TOKENS = re.compile(r"<\|[^|<>]*\|>|</s>|<end_of_turn>")


def answer_of(query, prompt):
    """What the model wrote: the query without the prompt and without special tokens."""
    if query.startswith(prompt):
        answer = query[len(prompt) :]
    else:
        # A prompt that was too long has lost its beginning, but not its end.
        _, found, rest = query.partition(prompt[-80:]) if prompt else ("", "", query)
        answer = rest if found else query
    return SPECIAL_TOKENS.sub("", answer).strip()
