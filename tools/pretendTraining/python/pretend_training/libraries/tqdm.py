"""Progress bars that look like tqdm's on a screen of 100 columns, for the calls that OpenRLHF makes."""

import sys
import time

INTERVAL = 0.1
BLOCKS = " ▏▎▍▌▋▊▉█"
WIDTH = 20


def _clock(seconds):
    minutes, seconds = divmod(int(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{seconds:02}" if hours else f"{minutes:02}:{seconds:02}"


def _rate(per_second):
    if per_second is None:
        return "?it/s"
    return f"{per_second:.2f}it/s" if per_second >= 1 else f"{1 / per_second:.2f}s/it"


class tqdm:
    def __init__(self, iterable=None, desc=None, total=None, initial=0, disable=False, **_):
        self._iterable = iterable
        self._total = len(iterable) if total is None and hasattr(iterable, "__len__") else total
        self._desc = f"{desc}: " if desc else ""
        self._disabled = disable
        self._first = self.n = initial
        self._started = time.monotonic()
        self._shown = 0.0
        self._postfix = ""
        self._closed = False
        self._show()

    def __iter__(self):
        for item in self._iterable:
            yield item
            self.update()
        self.close()

    def __len__(self):
        return self._total

    def update(self, n=1):
        self.n += n
        if time.monotonic() - self._shown >= INTERVAL or self.n == self._total:
            self._show()

    def set_postfix(self, ordered=None, **more):
        values = {**(ordered or {}), **more}
        shown = [f"{key}={value:.3g}" if isinstance(value, float) else f"{key}={value}" for key, value in values.items()]
        self._postfix = "".join(f", {text}" for text in shown)

    def close(self):
        if self._closed or self._disabled:
            return
        self._closed = True
        self._show()
        print(file=sys.stderr, flush=True)

    def _show(self):
        if self._disabled:
            return
        self._shown = time.monotonic()
        passed = self._shown - self._started
        done = self.n - self._first
        rate = done / passed if done and passed > 0 else None
        if self._total:
            part = min(1.0, self.n / self._total)
            whole, eighths = divmod(int(part * WIDTH * 8), 8)
            bar = (BLOCKS[8] * whole + (BLOCKS[eighths] if whole < WIDTH else "")).ljust(WIDTH)
            left = _clock((self._total - self.n) / rate) if rate else "?"
            text = f"{part * 100:3.0f}%|{bar}| {self.n}/{self._total} [{_clock(passed)}<{left}, {_rate(rate)}"
        else:
            text = f"{self.n}it [{_clock(passed)}, {_rate(rate)}"
        sys.stderr.write(f"\r{self._desc}{text}{self._postfix}]")
        sys.stderr.flush()
