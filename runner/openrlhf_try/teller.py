"""Tells what happens in a trial."""

from .places import Places
from .values import quantity, shown, text_of


class Teller:
    """Puts events, each with the sample that it is about."""

    def __init__(self, events, file):
        self.events, self.places, self.index = events, Places(file), None

    def stage(self, name, index=None):
        self.index = index
        self.events.put("stage", stage=name, index=index)

    def violation(self, rule, place=None, **detail):
        self.events.put("violation", rule=rule, index=self.index, place=place, **detail)

    def failure(self, stage, error, swallowed=False, rule=None):
        self.events.put(
            "failure", stage=stage, index=self.index, type=type(error).__name__, message=text_of(message_of(error)),
            frames=self.places.frames(error), swallowed=swallowed, rule=rule,
        )  # fmt: skip

    def on_thread_exception(self, args):
        if args.exc_value is not None and not issubclass(args.exc_type, SystemExit):
            self.failure("thread", args.exc_value)

    def on_loop_exception(self, _loop, context):
        error = context.get("exception")
        if error is not None:
            self.failure("task", error)

    def sample(self, group, prompt, label, responses, output, query, milliseconds):
        output = output if hasattr(output, "get") else {}
        reward, scores, logs = output.get("reward"), output.get("scores"), output.get("extra_logs")
        self.events.put(
            "sample", index=self.index, group=group, prompt=text_of(prompt), label=text_of(label),
            responses=[text_of(one) for one in responses], query=None if query is None else text_of(query),
            rewards=None if reward is None else quantity(reward),
            scores=None if scores is None else quantity(scores),
            logs={text_of(key): quantity(value) for key, value in list(logs.items())[:100]} if hasattr(logs, "items") else {},
            milliseconds=milliseconds,
        )  # fmt: skip


def message_of(error):
    try:
        return error.msg if isinstance(error, SyntaxError) else str(error)
    except Exception:
        return ""
