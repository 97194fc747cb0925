"""What reaches a program through the line that Ray makes of its words.

Each line of standard input is a JSON array of arguments. Each line of output is a JSON array of arrays: the arguments that
the program gets from `/bin/sh -c` with the line of `subprocess.list2cmdline` (Ray up to 2.55) and with that of `shlex.join`
(Ray 2.60), `null` where the shell refuses the line. The program prints its arguments and nothing else; the shell finds no
other program, as its PATH is in the folder given as the first argument. It runs in a folder of that, which is cleared each
time: files of the names given as further arguments are all that is there.
"""

import json
import os
import shlex
import shutil
import subprocess
import sys

folder, *names = sys.argv[1:]
here = os.path.join(folder, "here")
program = os.path.join(folder, "bin", "show")
environment = {"PATH": os.path.join(folder, "bin"), "HOME": os.path.join(folder, "home"), "NAME": "value"}


def reach(line):
    shutil.rmtree(here, ignore_errors=True)
    os.mkdir(here)
    for name in names:
        open(os.path.join(here, name), "w").close()
    done = subprocess.run(
        ["/bin/sh", "-c", line],
        cwd=here,
        env=environment,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        check=False,
    )
    text = done.stdout.decode("utf-8", "surrogateescape")
    if not (text.startswith("begin\0") and text.endswith("\0end\0")):
        return None
    return text[len("begin\0") : -len("end\0")].split("\0")[:-1]


for line in sys.stdin:
    words = [program, *json.loads(line)]
    print(json.dumps([reach(subprocess.list2cmdline(words)), reach(shlex.join(words))]), flush=True)
