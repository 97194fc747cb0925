"""A stand-in for torch tensors of two dimensions, backed by lists: enough to run OpenRLHF's loss functions."""

import math
import operator

from stubs import Stub, StubModule


class Tensor:
    """rows x columns. A dimension that is missing has size 1: a value per row is (rows, 1), a scalar (1, 1)."""

    def __init__(self, rows):
        self.rows = [list(map(float, row)) for row in rows]

    def map(self, function):
        safe = _like_floats(function)
        return Tensor([[safe(value) for value in row] for row in self.rows])

    def zip(self, other, function):
        """Elementwise with another tensor or a number, sizes of 1 broadcast."""
        safe = _like_floats(function)
        other = as_tensor(other)
        height, width = _common_size(self, other)
        return Tensor([[safe(self.at(i, j), other.at(i, j)) for j in range(width)] for i in range(height)])

    def at(self, i, j):
        row = self.rows[i if len(self.rows) > 1 else 0]
        return row[j if len(row) > 1 else 0]

    def __add__(self, other):
        return self.zip(other, operator.add)

    __radd__ = __add__

    def __sub__(self, other):
        return self.zip(other, operator.sub)

    def __rsub__(self, other):
        return self.map(lambda value: other - value)

    def __mul__(self, other):
        return self.zip(other, operator.mul)

    __rmul__ = __mul__

    def __truediv__(self, other):
        return self.zip(other, operator.truediv)

    def __neg__(self):
        return self.map(operator.neg)

    def __pow__(self, exponent):
        return self.map(lambda value: value**exponent)

    def __lt__(self, other):
        return self.zip(other, operator.lt)

    def __gt__(self, other):
        return self.zip(other, operator.gt)

    def __le__(self, other):
        return self.zip(other, operator.le)

    def __ge__(self, other):
        return self.zip(other, operator.ge)

    def __and__(self, other):
        return self.zip(other, lambda a, b: bool(a) and bool(b))

    def __or__(self, other):
        return self.zip(other, lambda a, b: bool(a) or bool(b))

    def __invert__(self):
        return self.map(operator.not_)

    def exp(self):
        return self.map(math.exp)

    def log(self):
        return self.map(lambda value: math.log(value) if value > 0 else (-math.inf if value == 0 else math.nan))

    def abs(self):
        return self.map(abs)

    def float(self):
        return self

    def detach(self):
        return self

    def unsqueeze(self, _):
        return self

    def clamp(self, min=None, max=None):
        def clamped(value):
            if math.isnan(value):
                return value
            if min is not None and value < min:
                value = min
            return max if max is not None and value > max else value

        return self.map(clamped)

    def sum(self, dim=None, keepdim=False):
        if dim != -1:
            return Tensor([[sum(map(sum, self.rows))]])
        return Tensor([[math.fsum(row) if all(map(math.isfinite, row)) else sum(row)] for row in self.rows])

    def mean(self, dim=None):
        return self.sum() / (len(self.rows) * len(self.rows[0]))

    def item(self):
        return self.rows[0][0]


def as_tensor(value):
    return value if isinstance(value, Tensor) else Tensor([[value]])


def where(condition, yes, no):
    yes, no = as_tensor(yes), as_tensor(no)
    height, width = _common_size(condition, yes)
    return Tensor([[(yes if condition.at(i, j) else no).at(i, j) for j in range(width)] for i in range(height)])


def torch_module():
    """The names of torch that the loss functions use."""
    return StubModule(
        "torch",
        {
            "Tensor": Stub("Tensor"),
            "exp": Tensor.exp,
            "where": where,
            "lt": operator.lt,
            "min": lambda a, b: a.zip(b, min),
            "max": lambda a, b: a.zip(b, max),
        },
    )


def _common_size(one, other):
    return max(len(one.rows), len(other.rows)), max(len(one.rows[0]), len(other.rows[0]))


def _like_floats(function):
    """Infinities and NaN where Python raises, as floating-point hardware has it."""

    def safe(*values):
        try:
            return function(*values)
        except OverflowError:
            return math.inf
        except ZeroDivisionError:
            first = values[0]
            return math.nan if first == 0 or math.isnan(first) else math.copysign(math.inf, first)
        except ValueError:
            return math.nan

    return safe
