"""Calls of a reward function, one sample at a time."""

import inspect
import time

from .stand_ins import Engine, execute
from .values import shown

NO_LOOP = ("no current event loop", "no running event loop")


class Rewards:
    """Calls the function of an executor of one turn, by that executor, and checks what it returns."""

    def __init__(self, tell, results, executor):
        self.tell, self.results, self.executor, self.function = tell, results, executor, executor.reward_func

    async def call(self, index, group, prompt, label, responses):
        self.tell.stage("call", index)
        seen = {}

        def called(queries, prompts, labels):
            started = time.perf_counter()
            try:
                seen["query"] = queries[0]
                seen["result"] = self.function(queries, prompts, labels)
                return seen["result"]
            except BaseException as error:
                seen["error"] = error
                raise
            finally:
                seen["milliseconds"] = (time.perf_counter() - started) * 1000

        self.executor.reward_func = called
        try:
            output = await execute(self.executor, prompt, label, Engine(responses, lambda *_: None))
        except (Exception, SystemExit, KeyboardInterrupt) as error:
            if "error" not in seen:
                self.tell.failure("execute", error)
            output = {}
        error = seen.get("error")
        if error is not None:
            self.tell.failure("call", error, isinstance(error, Exception), self.call_rule(error))
        if "result" in seen:
            self.check_reward(seen["result"])
        self.tell.sample(group, prompt, label, responses, output, seen.get("query"), seen.get("milliseconds"))
        if error is not None and not isinstance(error, Exception):
            raise error

    def call_rule(self, error):
        text = str(error)
        if isinstance(error, TypeError) and not self.tell.places.frames(error):
            return "rf-arity"
        if isinstance(error, RuntimeError) and any(one in text for one in NO_LOOP):
            return "rf-event-loop"
        if isinstance(error, ValueError) and "signal only works in main thread" in text:
            return "rf-signal"
        if "ickl" in type(error).__name__ + text[:40]:
            return "rf-multiprocessing"
        return None

    def check_reward(self, result):
        place = self.tell.places.place_of(self.function)
        if inspect.isawaitable(result):
            if inspect.iscoroutine(result):
                result.close()
            self.tell.violation("rf-async", place)
            return
        if not hasattr(result, "get"):
            self.tell.violation("rf-return-not-dict", place, value=shown(result))
            return
        if result.get("rewards") is None:
            self.tell.violation("rf-missing-rewards-key", place, value=shown(result))
            return
        self.results.number("rewards", result.get("rewards"), place)
        score = result.get("scores")
        self.results.scores(result.get("rewards") if score is None else score, score is None, place)
        self.results.logs(result.get("extra_logs") or {}, place)
