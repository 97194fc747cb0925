"""How long a pretend training takes, and what its numbers look like."""

import math
import os
import random
import time

SHORTEST_STEP = 0.2


def total_seconds():
    """Of all steps of a run together: the environment variable PRETEND_SECONDS, else 20."""
    return max(0.0, float(os.environ.get("PRETEND_SECONDS", "20")))


def paced(steps):
    """How many of the steps are made, and the seconds of each. At least one is made."""
    made = max(1, min(steps, int(total_seconds() / SHORTEST_STEP)))
    return made, total_seconds() / made


def announce(steps):
    """Says on the log, in colour, that nothing is trained."""
    made, seconds = paced(steps)
    few = "" if made == steps else f", of which the first {made} are made"
    print(f"\x1b[33mPretend training: no model and no GPU is used. {steps} steps{few}, {seconds:.1f} s each.\x1b[0m")


def wait(seconds):
    """Waits in slices, so that signals are heard."""
    end = time.monotonic() + seconds
    while (left := end - time.monotonic()) > 0:
        time.sleep(min(left, 0.1))


class Curves:
    """Numbers of a training that goes well, the same for the same seed. `part` is how much of it is done, 0 to 1."""

    def __init__(self, seed):
        self._random = random.Random(seed)

    def move(self, part, start, end):
        value = start + (end - start) * (1 - math.exp(-3 * part))
        return value * self._random.uniform(0.95, 1.05)
