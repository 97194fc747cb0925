"""What a verdict needs to see of a run: lines that were run, calls that hold up the event loop."""

import ast
import sys
import threading
import time

WAITS = {"time.sleep", "subprocess.Popen", "socket.connect", "socket.getaddrinfo", "urllib.Request", "builtins.input"}
WORDS = {
    "time.sleep": "time.sleep",
    "subprocess.Popen": "a subprocess",
    "socket.connect": "a connection",
    "socket.getaddrinfo": "a connection",
    "urllib.Request": "a connection",
    "builtins.input": "input",
}


class Lines:
    """Lines of the user's files that were run, in any thread."""

    def __init__(self, files):
        self.files, self.seen = files, {path: set() for path in files}

    def start(self):
        threading.settrace(self._trace)

    def stop(self):
        threading.settrace(None)

    def _trace(self, frame, event, arg):
        seen = self.seen.get(frame.f_code.co_filename)
        if seen is None:
            return None

        def line(frame, event, arg):
            seen.add(frame.f_lineno)
            return line

        seen.add(frame.f_lineno)
        return line

    def unreached_returns(self, path):
        """Lines of `return` statements that were never run."""
        try:
            with open(path, encoding="utf-8") as file:
                tree = ast.parse(file.read())
        except SyntaxError:
            return []
        lines = {node.lineno for node in ast.walk(tree) if isinstance(node, ast.Return)}
        return sorted(lines - self.seen[path])


class BlockingCalls:
    """Calls of the user's files that wait in a thread of an event loop, by Python's audit events."""

    def __init__(self, files):
        self.files, self.threads, self.noticed, self.on = files, frozenset(), [], False

    def start(self):
        self.on = True
        sys.addaudithook(self._audit)
        sleep = time.sleep

        def audited(seconds):
            # Python itself does so from 3.13 on.
            sys.audit("time.sleep", seconds)
            sleep(seconds)

        time.sleep = audited

    def stop(self):
        self.on = False

    def watch(self, threads):
        self.threads = frozenset(thread.ident for thread in threads)

    def _audit(self, event, args):
        if not self.on or event not in WAITS or threading.get_ident() not in self.threads:
            return
        frame = sys._getframe(1)
        while frame is not None:
            name = frame.f_code.co_filename
            # A process is waited for with sleeps in between, or not, as it happens.
            if name.endswith("/subprocess.py") and event == "time.sleep":
                return
            if name in self.files:
                text = f"the event loop waits for {WORDS[event]}"
                if text not in self.noticed:
                    self.noticed.append(text)
                return
            # asyncio itself starts processes and connections without waiting for them.
            if "/asyncio/" in name:
                return
            frame = frame.f_back
