"""Loading a file, as the constructor of a vLLM engine does."""

import importlib.util
import inspect
import os
import time

from .agents import IN_LOOP
from .executors import load
from .values import shown


class Loader:
    """Loads the executor of a role."""

    def __init__(self, tell, agent, request):
        self.tell, self.agent, self.role, self.file = tell, agent, request["role"], request["file"]

    def load(self):
        """The executor, or `None` where there is none; that has been told then."""
        self.tell.stage("load")
        started = time.perf_counter()
        try:
            executor = self.load_reward() if self.role == "reward" else self.load_agent()
        except BaseException as error:
            self.tell.failure("load", error, rule=self.load_rule(error))
            return None
        self.tell.events.put("loaded", milliseconds=(time.perf_counter() - started) * 1000)
        return executor

    def load_rule(self, error):
        if isinstance(error, RuntimeError) and any(one in str(error) for one in IN_LOOP):
            return "ag-run-in-loop" if self.role == "agent" else None
        if isinstance(error, SyntaxError):
            return "python-syntax"
        if isinstance(error, ImportError):
            if "relative import" in str(error):
                return "rf-sibling-import"
            name = (getattr(error, "name", None) or "").partition(".")[0]
            beside = os.path.join(os.path.dirname(self.tell.places.file), name)
            if name and (os.path.exists(beside + ".py") or os.path.isdir(beside)):
                return "rf-sibling-import"
        return None

    def load_reward(self):
        module_load = importlib.util.module_from_spec
        made = []

        def noting(spec):
            module = module_load(spec)
            made.append(module)
            return module

        importlib.util.module_from_spec = noting
        try:
            executor = self.agent.SingleTurnAgentExecutor(self.file)
        except AttributeError:
            if made and made[0].__name__ == "reward_func" and not hasattr(made[0], "reward_func") and self.was_run(made[0]):
                self.tell.violation("rf-name")
                return None
            raise
        finally:
            importlib.util.module_from_spec = module_load
        function = executor.reward_func
        if inspect.isclass(function) or not callable(function):
            self.tell.violation("rf-name", self.tell.places.place_of(function), value=shown(function))
            return None
        return executor

    def was_run(self, module):
        spec = getattr(module, "__spec__", None)
        return spec is not None and getattr(module, "__builtins__", None) is not None

    def load_agent(self):
        module = load("agent_module", self.file)
        if not hasattr(module, "AgentExecutor"):
            old = inspect.isfunction(getattr(module, "step", None))
            self.tell.violation("ag-old-generation" if old else "ag-class", self.tell.places.place_of(getattr(module, "step", None)))
            return None
        executor_class = module.AgentExecutor
        if not inspect.isclass(executor_class) or not issubclass(executor_class, self.agent.AgentExecutorBase):
            self.tell.violation("ag-class", self.tell.places.place_of(executor_class), value=shown(executor_class))
            return None
        try:
            return executor_class()
        except AssertionError as error:
            if "AgentInstanceBase" not in str(error):
                raise
            self.tell.failure("load", error, rule="ag-instance-base")
        except TypeError as error:
            named = any(one in str(error) for one in ("abstract", "argument", "__init__"))
            self.tell.failure("load", error, rule="ag-class" if named else None)
        return None
