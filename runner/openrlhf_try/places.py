"""Places in files of the user."""

import ast
import inspect
import os
import sys
import traceback

OWN_FOLDER = os.path.dirname(os.path.realpath(__file__))


class Places:
    """Places of exceptions, functions and classes, as events have them."""

    def __init__(self, file):
        self.file = os.path.realpath(file)

    def frames(self, error):
        """Places in files of the user, outermost first."""
        if isinstance(error, SyntaxError) and error.filename and self.is_own(error.filename):
            return [{"file": os.path.realpath(error.filename), "line": error.lineno or 1, "function": None}]
        return [
            {"file": os.path.realpath(one.filename), "line": one.lineno or 1, "function": one.name}
            for one in traceback.extract_tb(error.__traceback__)
            if self.is_own(one.filename)
        ][-20:]

    def is_own(self, name):
        # `<frozen importlib._bootstrap>` and `<string>` are no files, wherever the working directory is.
        if name.startswith("<"):
            return False
        path = os.path.realpath(name)
        if path == self.file:
            return True
        if inside(path, OWN_FOLDER) or "site-packages" in path or "dist-packages" in path:
            return False
        if any(inside(path, os.path.realpath(root)) for root in {sys.prefix, sys.base_prefix} if len(root) > 5):
            return False
        return any(inside(path, root) for root in (os.path.dirname(self.file), os.path.realpath(os.getcwd())))

    def place_of(self, thing):
        """Where a function or class of the user begins."""
        try:
            if inspect.isclass(thing):
                return self.place_of_class(thing)
            code = getattr(inspect.unwrap(thing), "__func__", inspect.unwrap(thing)).__code__
            path, line = code.co_filename, code.co_firstlineno
        except Exception:
            return None
        return {"file": os.path.realpath(path), "line": max(1, line)} if self.is_own(path) else None

    def place_of_class(self, thing):
        # `inspect` asks `sys.modules`, which do not have the file.
        if thing.__module__ not in ("reward_func", "agent_module"):
            return None
        with open(self.file, "rb") as file:
            tree = ast.parse(file.read())
        lines = [one.lineno for one in ast.walk(tree) if isinstance(one, ast.ClassDef) and one.name == thing.__name__]
        return {"file": self.file, "line": lines[-1]} if lines else None


def inside(path, folder):
    return path == folder or path.startswith(os.path.join(folder, ""))
