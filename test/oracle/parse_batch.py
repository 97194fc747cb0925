#!/usr/bin/env python3
"""Only the parsing of many command lines, by the real parser objects of the real program.

`oracle.py batch` executes an entry point's whole module for every case. Here its parser is taken once, with
`Oracle.parser`, and `parse_args` runs on each case: about ten times as many a second. `parse_args` is the
standard library's; the messages it would print with the usage text are taken where it hands them to `error`.

  parse_batch.py < cases.jsonl > out.jsonl
        case: {"tag": "v0.11.2", "entry": "train_sft", "argv": [...]}
  The first line tells the Python: {"python": [3, 11, 7]}. Then one line for each parser when it is first used:
        {"defaults": {dest: value}}
  and one for each case:
        {"verdict": "accepted", "values": {dest: value that is not the default}}
        {"verdict": "help"}
        {"verdict": "refused", "message": text, "last": its last line, "kind": ..., and what the kind has}
  A value is {"type": Python type, "value": JSON}; integers beyond 2^53 and infinite or NaN floats are text.
"""
from __future__ import annotations

import argparse
import ast
import json
import math
import re
import sys

from oracle import Oracle


class Refused(Exception):
    """What `ArgumentParser.error` got to say."""


class Left(Exception):
    """The parser would end the program with this code."""


def encode(value):
    name = type(value).__name__
    if isinstance(value, float) and not math.isfinite(value):
        return {"type": name, "value": repr(value)}
    if isinstance(value, int) and not isinstance(value, bool) and abs(value) > 2**53 - 1:
        return {"type": name, "value": str(value)}
    if isinstance(value, (list, tuple)):
        return {"type": name, "value": [encode(item) for item in value]}
    return {"type": name, "value": value}


ARGUMENT = re.compile(r"argument (?P<argument>\S+): (?P<rest>.*)", re.S)
KINDS = [
    ("invalid-literal", re.compile(r"invalid (?P<type>\w+) value: (?P<repr>.*)", re.S)),
    ("invalid-choice", re.compile(r"invalid choice: (?P<repr>.*) \(choose from .*\)", re.S)),
    ("explicit-argument", re.compile(r"ignored explicit argument (?P<repr>.*)", re.S)),
    ("arity", re.compile(r"expected (?P<expected>one|at least one|\d+) arguments?")),
]


def explain(message, extras):
    """The parts of a message of argparse."""
    if message.startswith("unrecognized arguments: "):
        assert message == "unrecognized arguments: " + " ".join(extras), message
        return {"kind": "unrecognized", "words": extras}
    if message.startswith("the following arguments are required: "):
        return {"kind": "required", "arguments": message.partition(": ")[2].split(", ")}
    ambiguous = re.fullmatch(r"ambiguous option: (.*) could match (.*)", message, re.S)
    if ambiguous:
        return {"kind": "ambiguous", "word": ambiguous[1], "matches": ambiguous[2].split(", ")}
    argument = ARGUMENT.fullmatch(message)
    if argument:
        for kind, pattern in KINDS:
            match = pattern.fullmatch(argument["rest"])
            if match:
                parts = match.groupdict()
                if "repr" in parts:
                    parts["text"] = ast.literal_eval(parts.pop("repr"))
                return {"kind": kind, "argument": argument["argument"], **parts}
    raise AssertionError(f"a message of argparse that this program does not know: {message}")


class Parser:
    """The parser of one entry point of one release."""

    def __init__(self, parser: argparse.ArgumentParser):
        self.parser, self.extras = parser, []
        self.defaults = {}
        for action in parser._actions:
            if action.dest is not argparse.SUPPRESS and action.default is not argparse.SUPPRESS:
                self.defaults.setdefault(action.dest, action.default)
        known = parser.parse_known_args

        def parse_known_args(*args, **kwargs):
            namespace, self.extras = known(*args, **kwargs)
            return namespace, self.extras

        def error(message):
            raise Refused(message)

        def leave(status=0, message=None):
            raise Left(status)

        parser.parse_known_args, parser.error, parser.exit = parse_known_args, error, leave
        parser.print_help = lambda file=None: None

    def parse(self, argv):
        try:
            parsed = vars(self.parser.parse_args(argv))
        except Refused as refused:
            message = str(refused)
            last = message.rstrip().splitlines()[-1]
            return {"verdict": "refused", "message": message, "last": last, **explain(message, self.extras)}
        except Left as left:
            assert left.args == (0,), left.args
            return {"verdict": "help"}
        given = {dest: encode(value) for dest, value in parsed.items() if value is not self.defaults[dest]}
        return {"verdict": "accepted", "values": given}


def main():
    oracle, parsers = Oracle(), {}
    print(json.dumps({"python": list(sys.version_info[:3])}))
    for line in sys.stdin:
        case = json.loads(line)
        key = case["tag"], case["entry"]
        if key not in parsers:
            parsers[key] = Parser(oracle.parser(*key))
            defaults = {dest: encode(value) for dest, value in parsers[key].defaults.items()}
            print(json.dumps({"defaults": defaults}))
        print(json.dumps(parsers[key].parse(case["argv"])))


if __name__ == "__main__":
    main()
