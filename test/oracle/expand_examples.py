"""The argv that bash scripts really end in, found by running them under bash with the fake launchers of fakebin/.

  expand_examples.py SCRIPT.sh ...   the launches of these scripts
  expand_examples.py --tag v0.11.0   the scripts and the README of an OpenRLHF source tree ($OPENRLHF_SRC/<tag>; the
                                     wheels do not hold them, so this needs a checkout of the source repository)

Prints one JSON object per launch: {"id", "entry", "argv", "launcher"}.
"""

import argparse
import json
import os
import re
import subprocess
import sys
import tempfile

from oracle import SRC_ROOT

FAKEBIN = os.path.join(os.path.dirname(os.path.abspath(__file__)), "fakebin")
END_OF_RECORD = b"\x1e"
SLURM = {
    "SLURM_JOB_ID": "1",
    "SLURM_JOB_NODELIST": "n1",
    "SLURM_JOB_NUM_NODES": "2",
    "SLURM_NNODES": "1",
    "SLURM_PROCID": "0",
}
# scripts of the source tree that start containers or convert checkpoints
NO_LAUNCHES = ("nvidia", "docker", "ckpt")


def read_dump(path):
    """The calls that fakebin/record wrote down: [[program, argument, ...], ...]."""
    with open(path, "rb") as file:
        words = file.read().split(b"\0")[:-1]
    calls, call = [], []
    for word in words:
        if word == END_OF_RECORD:
            calls.append(call)
            call = []
        else:
            call.append(word.decode("utf-8", "surrogateescape"))
    return calls


def launch_of(call):
    """The launch of an entry point in a call, or None."""
    program, *arguments = call
    if program == "_ray":
        if "--" not in arguments:
            return None
        arguments = arguments[arguments.index("--") + 1 :]
    for index, argument in enumerate(arguments):
        entry = re.fullmatch(r"openrlhf\.cli\.(\w+)", argument)
        if entry:
            return {"entry": entry[1], "argv": arguments[index + 1 :], "launcher": arguments[:index]}
    return None


def launches(script, folder):
    """(launches of a script's text run in a folder, what bash wrote to standard error)"""
    with tempfile.TemporaryDirectory() as scratch:
        path, dump = os.path.join(scratch, "script.sh"), os.path.join(scratch, "dump")
        with open(path, "w", encoding="utf-8") as file:
            file.write(script)
        environment = {"PATH": f"{FAKEBIN}:/usr/bin:/bin", "HOME": scratch, "ORACLE_DUMP": dump, **SLURM}
        run = subprocess.run(["bash", path], cwd=folder, env=environment, capture_output=True, text=True, timeout=60)
        calls = read_dump(dump) if os.path.exists(dump) else []
    return [launch for launch in map(launch_of, calls) if launch], run.stderr


def files(paths):
    """(id, text, folder) of each script."""
    for path in paths:
        with open(path, encoding="utf-8") as file:
            yield path, file.read(), os.path.dirname(os.path.abspath(path))


def source_tree(tag):
    """(id, text, folder) of each script of a source tree and each block of its README."""
    folder = os.path.join(SRC_ROOT, tag, "examples", "scripts")
    for name in sorted(os.listdir(folder)):
        if not name.endswith(".sh") or name.startswith(NO_LAUNCHES):
            continue
        path = os.path.join(folder, name)
        with open(path, encoding="utf-8") as file:
            text = file.read().replace("<OPENRLHF_ROOT_PATH>", "/openrlhf")
        yield f"{tag}/{name}", text.replace('"$0"', f'"{path}"').replace("$(dirname $0)", folder), folder
    with open(os.path.join(SRC_ROOT, tag, "README.md"), encoding="utf-8") as file:
        blocks = re.findall(r"```(?:bash|shell|sh)\n(.*?)```", file.read(), re.S)
    for number, block in enumerate(blocks):
        if "openrlhf.cli" in block:
            yield f"{tag}/README.md#{number}", block.replace("...", ""), tempfile.gettempdir()


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tag", action="append", default=[])
    parser.add_argument("scripts", nargs="*")
    options = parser.parse_args()
    sources = [*files(options.scripts), *(script for tag in options.tag for script in source_tree(tag))]
    for name, text, folder in sources:
        found, errors = launches(text, folder)
        if not found:
            print(f"{name}: no launch\n{errors[-300:]}", file=sys.stderr)
        for launch in found:
            print(json.dumps({"id": name, **launch}))


if __name__ == "__main__":
    main()
