"""Runs a reward function or an agent on a few samples, as the vLLM workers of OpenRLHF do, and tells what it sees.

    python openrlhf_try/__main__.py FOLDER

FOLDER holds `request.json`; `events.jsonl` and `stack.txt` are written into it (shapes: `src/model.ts`). What the file under
trial prints stays on standard output and standard error. Nothing but the standard library is needed, Python 3.8 or newer;
no GPU, no model. When standard input ends, the process and its group end.
"""

import faulthandler
import json
import os
import signal
import sys
import threading
import time

HERE = os.path.dirname(os.path.realpath(__file__))


def own_modules():
    """Imports the rest of this package. Nothing of it stays on the path of modules, and nothing is written beside it."""
    sys.path[:] = [os.path.dirname(HERE), *(one for one in sys.path if os.path.realpath(one) != HERE)]
    writes, sys.dont_write_bytecode = sys.dont_write_bytecode, True
    from openrlhf_try.events import Events
    from openrlhf_try.trial import Trial

    sys.dont_write_bytecode = writes
    # As for a worker, modules are searched for in the working directory, not beside the file.
    sys.path[0] = os.getcwd()
    return Events, Trial


def end_with_parent(file):
    """Nobody is left to end what runs here once standard input has ended."""
    while os.read(file, 4096):
        pass
    if hasattr(os, "killpg") and os.getpgid(0) == os.getpid():
        os.killpg(0, signal.SIGKILL)
    os._exit(1)


def without_input():
    """Standard input is for the end of this process; the file under trial finds none."""
    life = os.dup(0)
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.close(nothing)
    threading.Thread(target=end_with_parent, args=(life,), daemon=True).start()


def main(folder):
    Events, Trial = own_modules()
    with open(os.path.join(folder, "request.json"), encoding="utf-8") as file:
        request = json.load(file)
    without_input()
    events = Events(os.path.join(folder, "events.jsonl"))
    stack = open(os.path.join(folder, "stack.txt"), "w", encoding="utf-8")
    faulthandler.enable(stack)
    # Just before the end of its time it is written where everything stands, even if nothing else can run any more.
    faulthandler.dump_traceback_later(max(0.05, request["until"] - time.time() - 0.3), file=stack)
    trial = Trial(request, events)
    threading.excepthook = trial.tell.on_thread_exception
    try:
        trial.run()
    except (SystemExit, KeyboardInterrupt):
        # It has been told where it was met.
        pass
    faulthandler.cancel_dump_traceback_later()
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except Exception:
            pass
    events.put("end")
    # Threads of the file under trial may run on for ever.
    os._exit(0)


if __name__ == "__main__":
    main(sys.argv[1])
