"""Stands in for math_verify on workers: like it, limits its time with signal.alarm unless told not to."""

import re
import signal


def _limited(seconds, act):
    if seconds is None:
        return act()
    try:
        signal.signal(signal.SIGALRM, signal.SIG_DFL)
    except ValueError as error:
        raise ValueError(
            "Math-Verify doesn't support threaded environment due to usage of signal.alarm() in timeout mechanism."
        ) from error
    return act()


def parse(text, parsing_timeout=5, **_):
    return _limited(parsing_timeout, lambda: re.findall(r"\\boxed\{(.*?)\}", text)[-1:] or [text.strip()])


def verify(gold, target, timeout_seconds=5, **_):
    return _limited(timeout_seconds, lambda: any(one in target for one in gold))
