"""The file of events, which the program that started this one reads."""

import json
import os
import threading

from .values import shown

MOST_PROBLEMS = 200


class Events:
    """Appends lines of JSON to a file. It is opened each time: code under trial may close what it finds open."""

    def __init__(self, path):
        self.path, self.process, self.lock, self.problems = path, os.getpid(), threading.Lock(), 0

    def put(self, event, **fields):
        # A fork of the process would tell everything twice.
        if os.getpid() != self.process:
            return
        if event in ("violation", "failure"):
            self.problems += 1
            if self.problems > MOST_PROBLEMS:
                return
        line = (json.dumps({"event": event, **fields}, default=shown) + "\n").encode("ascii")
        with self.lock:
            file = os.open(self.path, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600)
            try:
                while line:
                    line = line[os.write(file, line) :]
            finally:
                os.close(file)
