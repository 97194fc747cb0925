"""Parses command lines with the real argparse: {"source": program that makes `parser`, "lines": [argv, …]} on standard
input, one verdict per line on standard output: the namespace, or null where argparse refuses."""

import contextlib
import io
import json
import sys

case = json.load(sys.stdin)
names = {}
exec(compile(case["source"], "program", "exec"), names)
for argv in case["lines"]:
    try:
        with contextlib.redirect_stderr(io.StringIO()):
            values = vars(names["parser"].parse_args(argv))
        print(json.dumps({dest: value for dest, value in values.items()}, default=repr))
    except SystemExit:
        print("null")
