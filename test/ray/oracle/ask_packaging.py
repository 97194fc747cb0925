"""What Ray's own client makes of folders, patterns and runtime environments.

Reads one JSON object from standard input, writes one to standard output:
  folders: [{folder, excludes, module}] -> [{uri, entries: [{name, mode, sha1}]} | {error}]
  files:   [path]                       -> [uri]            (a .py, .zip or .whl)
  matches: [{lines, path}]              -> [true | false | null]   (null: Ray cannot read the lines)
  envs:    [runtime_env]                -> [runtime_env as it is sent]
"""

import hashlib
import inspect
import json
import logging
import sys
import tempfile
import zipfile
from pathlib import Path

from ray._private import ray_constants
from ray._private.runtime_env import packaging
from ray._private.thirdparty.pathspec import PathSpec
from ray.runtime_env import RuntimeEnv

logging.disable(logging.CRITICAL)

# Ray 2.48 reads the environment instead.
takes_gitignore = "include_gitignore" in inspect.signature(packaging.create_package).parameters
gitignore = {"include_gitignore": True} if takes_gitignore else {}
default_excludes = getattr(ray_constants, "get_runtime_env_default_excludes", lambda: [])()


def folder(case, scratch):
    lines = case["excludes"] if case["module"] else default_excludes + case["excludes"]
    try:
        uri = packaging.get_uri_for_directory(case["folder"], excludes=lines, **gitignore)
        target = Path(scratch) / "package.zip"
        target.unlink(missing_ok=True)
        packaging.create_package(
            case["folder"], target, include_parent_dir=case["module"], excludes=lines, **gitignore
        )
        with zipfile.ZipFile(target) as package:
            entries = [
                {
                    "name": info.filename,
                    "mode": info.external_attr >> 16,
                    "sha1": hashlib.sha1(package.read(info)).hexdigest(),
                }
                for info in package.infolist()
            ]
        return {"uri": uri, "entries": entries}
    except Exception as error:
        return {"error": f"{type(error).__name__}: {error}"}


def file(path):
    path = Path(path)
    return packaging.get_uri_for_file(str(path)) if path.suffix == ".py" else packaging.get_uri_for_package(path)


def match(case):
    try:
        return PathSpec.from_lines("gitwildmatch", case["lines"]).match_file(case["path"])
    except Exception:
        return None


def main():
    asked = json.load(sys.stdin)
    with tempfile.TemporaryDirectory() as scratch:
        answer = {
            "folders": [folder(case, scratch) for case in asked.get("folders", [])],
            "files": [file(path) for path in asked.get("files", [])],
            "matches": [match(case) for case in asked.get("matches", [])],
            "envs": [RuntimeEnv(**env).to_dict() for env in asked.get("envs", [])],
        }
    json.dump(answer, sys.stdout)


main()
