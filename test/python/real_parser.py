"""Builds parsers with the real argparse and prints what is in them.

Reads one JSON object per line, {"source": text of a program, "modules": {dotted name: text}}, runs the program as
``__main__`` up to its first ``parse_args`` and prints one JSON object per line: the arguments of that parser in order,
or the error at which the program dies.
"""

import argparse
import importlib.abc
import importlib.machinery
import json
import math
import signal
import sys

ACTIONS = {
    "_StoreAction": "store",
    "_StoreTrueAction": "store_true",
    "_StoreFalseAction": "store_false",
    "BooleanOptionalAction": "boolean_optional",
}


class Parsed(BaseException):
    """Ends the program where the parser is complete."""

    def __init__(self, parser):
        self.parser = parser


def plain(value):
    if isinstance(value, float) and not math.isfinite(value):
        return {math.inf: "Infinity", -math.inf: "-Infinity"}.get(value, "NaN")
    if isinstance(value, int) and not isinstance(value, bool) and abs(value) >= 2**53:
        return str(value)
    if isinstance(value, (list, tuple)):
        return [plain(item) for item in value]
    return value if isinstance(value, (str, int, float, bool, type(None))) else repr(value)


def describe(action):
    return {
        "name": action.option_strings[0] if action.option_strings else action.dest,
        "aliases": list(action.option_strings[1:]),
        "positional": not action.option_strings,
        "dest": action.dest,
        "type": getattr(action.type, "__name__", None),
        "nargs": action.nargs,
        "choices": None if action.choices is None else [plain(choice) for choice in action.choices],
        "default": plain(action.default),
        "defaultType": type(action.default).__name__,
        "action": ACTIONS.get(type(action).__name__, "other"),
        "required": action.required,
        "help": action.help,
    }


class Modules(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """Serves the modules of a case, each imported when the program asks for it."""

    def __init__(self, texts):
        self.texts = texts
        self.packages = {name[:at] for name in [*texts, "openrlhf.cli.x"] for at, c in enumerate(name) if c == "."}

    def find_spec(self, name, path=None, target=None):
        if name in self.texts or name in self.packages:
            return importlib.machinery.ModuleSpec(name, self, is_package=name in self.packages)
        return None

    def exec_module(self, module):
        exec(compile(self.texts.get(module.__name__, ""), module.__name__, "exec"), module.__dict__)


def run(case):
    before = set(sys.modules)
    signal.setitimer(signal.ITIMER_REAL, 2)
    finder = Modules(case.get("modules", {}))
    sys.meta_path.insert(0, finder)
    try:
        importlib.import_module("openrlhf.cli")
        names = {"__name__": "__main__", "__package__": "openrlhf.cli"}
        exec(compile(case["source"], "program", "exec"), names)
    except Parsed as end:
        actions = [action for action in end.parser._actions if not isinstance(action, argparse._HelpAction)]
        return {"arguments": [describe(action) for action in actions], "allowAbbrev": end.parser.allow_abbrev}
    except BaseException as error:
        return {"error": f"{type(error).__name__}: {error}"}
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        sys.meta_path.remove(finder)
        for name in set(sys.modules) - before:
            if name.partition(".")[0] == "openrlhf":
                del sys.modules[name]
    return {"error": "no parse_args"}


def stop(self, *args, **kwargs):
    raise Parsed(self)


def expire(number, frame):
    raise TimeoutError("the program runs too long")


argparse.ArgumentParser.parse_args = stop
signal.signal(signal.SIGALRM, expire)
for line in sys.stdin:
    print(json.dumps(run(json.loads(line))))
