"""Objects and modules that have every attribute, for libraries that are only imported."""

import types


class Stub:
    """Can be called, subclassed, indexed, iterated (as empty), entered, and used as a decorator or an annotation."""

    def __init__(self, name):
        self._name = name

    def __getattr__(self, name):
        if name.startswith("__"):
            raise AttributeError(name)
        return Stub(f"{self._name}.{name}")

    def __call__(self, *args, **kwargs):
        decorated = args[0] if len(args) == 1 and not kwargs else None
        return decorated if isinstance(decorated, (type, types.FunctionType)) else Stub(f"{self._name}()")

    def __mro_entries__(self, bases):
        return (object,)

    def __getitem__(self, key):
        return self

    def __iter__(self):
        return iter(())

    def __or__(self, other):
        return self

    __ror__ = __or__

    def __enter__(self):
        return self

    def __exit__(self, *error):
        return False

    def __repr__(self):
        return f"<{self._name}, which is not installed>"


class StubModule(types.ModuleType):
    def __getattr__(self, name):
        if name.startswith("__"):
            raise AttributeError(name)
        return Stub(f"{self.__name__}.{name}")
