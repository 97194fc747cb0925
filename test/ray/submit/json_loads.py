"""Python's `json.loads` on each line of standard input, which is a JSON text that holds the text to read.

Each line of output: {"value": ...} as `json.loads` gives it, or {"refused": offset}.
"""

import json
import sys

for line in sys.stdin:
    try:
        print(json.dumps({"value": json.loads(json.loads(line))}), flush=True)
    except json.JSONDecodeError as error:
        print(json.dumps({"refused": error.pos}), flush=True)
