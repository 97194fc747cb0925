"""A little of torch, for tests on machines without it: tensors of nested lists with torch's rules on dtypes and shapes."""
import types


class dtype:
    def __init__(self, name, rank):
        self.name = name
        self.rank = rank
        self.is_floating_point = rank == 2


boolean, integer, floating = dtype("bool", 0), dtype("int64", 1), dtype("float32", 2)


def _flat(data):
    if isinstance(data, (list, tuple)):
        for each in data:
            yield from _flat(each)
    elif isinstance(data, Tensor):
        yield from data.data
    else:
        yield data


def _shape(data):
    if isinstance(data, (list, tuple)):
        shapes = [_shape(each) for each in data]
        if any(shape != shapes[0] for shape in shapes):
            raise ValueError("expected sequences of one length")
        return (len(data),) + (shapes[0] if shapes else ())
    if isinstance(data, Tensor):
        return data.shape
    if not isinstance(data, (bool, int, float)):
        raise TypeError("not a number")
    return ()


def _kind(values):
    rank = 0
    for each in values:
        rank = max(rank, 2 if isinstance(each, float) else 1 if not isinstance(each, bool) else 0)
    return (boolean, integer, floating)[rank]


def _cast(value, kind):
    return float(value) if kind is floating else bool(value) if kind is boolean else int(value)


class Tensor:
    def __init__(self, data, shape, kind):
        self.dtype = kind
        self.shape = tuple(shape)
        self.data = [_cast(each, kind) for each in data]

    def item(self):
        if len(self.data) != 1:
            raise RuntimeError("not one element")
        return self.data[0]

    def tolist(self):
        def nest(values, shape):
            if not shape:
                return values[0]
            size = len(values) // shape[0] if shape[0] else 0
            return [nest(values[i * size : (i + 1) * size], shape[1:]) for i in range(shape[0])]

        return nest(self.data, self.shape)

    def reshape(self, *shape):
        shape = list(shape[0] if len(shape) == 1 and isinstance(shape[0], (list, tuple)) else shape)
        if -1 in shape:
            known = 1
            for each in shape:
                known *= each if each != -1 else 1
            shape[shape.index(-1)] = len(self.data) // known
        size = 1
        for each in shape:
            size *= each
        if size != len(self.data):
            raise RuntimeError("shape is invalid")
        return Tensor(self.data, shape, self.dtype)

    view = reshape

    def float(self):
        return Tensor(self.data, self.shape, floating)

    def long(self):
        return Tensor(self.data, self.shape, integer)

    def bool(self):
        return Tensor(self.data, self.shape, boolean)

    def mean(self):
        if self.dtype is not floating:
            raise RuntimeError("mean of integers")
        return Tensor([sum(self.data) / len(self.data)], (), floating)

    def sum(self):
        return Tensor([sum(self.data)], (), integer if self.dtype is boolean else self.dtype)

    def max(self):
        return Tensor([max(self.data)], (), self.dtype)

    def unsqueeze(self, dim):
        at = dim if dim >= 0 else len(self.shape) + 1 + dim
        if at < 0 or at > len(self.shape):
            raise IndexError("dim")
        return Tensor(self.data, self.shape[:at] + (1,) + self.shape[at:], self.dtype)

    def squeeze(self):
        return Tensor(self.data, [each for each in self.shape if each != 1], self.dtype)

    def clone(self):
        return Tensor(self.data, self.shape, self.dtype)

    def clamp(self, low, high):
        kind = floating if isinstance(low, float) or isinstance(high, float) else self.dtype
        if self.dtype is boolean:
            raise RuntimeError("clamp of booleans")
        return Tensor([min(max(each, low), high) for each in self.data], self.shape, kind)

    def fill_(self, value):
        self.data = [_cast(value, self.dtype)] * len(self.data)
        return self

    def __getitem__(self, index):
        if not self.shape or not isinstance(index, int):
            raise IndexError("scalar")
        size = len(self.data) // self.shape[0]
        index = range(self.shape[0])[index]
        return Tensor(self.data[index * size : (index + 1) * size], self.shape[1:], self.dtype)

    def __setitem__(self, index, value):
        if len(self.shape) != 1:
            raise IndexError("rows")
        self.data[index] = _cast(value.item() if isinstance(value, Tensor) else value, self.dtype)

    def __len__(self):
        if not self.shape:
            raise TypeError("0-d")
        return self.shape[0]

    def __iter__(self):
        return iter([self[i] for i in range(len(self))])

    def __bool__(self):
        return bool(self.item())

    def __float__(self):
        return float(self.item())

    def __int__(self):
        return int(self.item())

    def _with(self, other, step, kind=None, swap=False):
        if not isinstance(other, Tensor):
            if not isinstance(other, (bool, int, float)):
                raise TypeError("operand")
            other = Tensor([other], (), _kind([other]))
        a, b = (other, self) if swap else (self, other)
        if a.shape and b.shape and a.shape != b.shape and len(a.data) != 1 and len(b.data) != 1:
            raise RuntimeError("sizes")
        shape = [1] * (max(len(a.shape), len(b.shape)))
        for source in (a.shape, b.shape):
            for i, size in enumerate(reversed(source)):
                if size != 1:
                    shape[len(shape) - 1 - i] = size
        length = 1
        for each in shape:
            length *= each
        grow = lambda t: t.data * length if len(t.data) == 1 else t.data
        kind = kind or max((a.dtype, b.dtype), key=lambda each: each.rank)
        return Tensor([step(x, y) for x, y in zip(grow(a), grow(b))], shape, kind)

    def __add__(self, other):
        return self._with(other, lambda x, y: x + y)

    def __radd__(self, other):
        return self._with(other, lambda x, y: x + y, swap=True)

    def __mul__(self, other):
        return self._with(other, lambda x, y: x * y)

    __rmul__ = __mul__

    def __sub__(self, other):
        if self.dtype is boolean:
            raise RuntimeError("minus of booleans")
        return self._with(other, lambda x, y: x - y)

    def __truediv__(self, other):
        return self._with(other, lambda x, y: x / y if y else 0.0, floating)

    def __gt__(self, other):
        return self._with(other, lambda x, y: x > y, boolean)

    def __lt__(self, other):
        return self._with(other, lambda x, y: x < y, boolean)

    def __eq__(self, other):
        known = isinstance(other, (Tensor, bool, int, float))
        return self._with(other, lambda x, y: x == y, boolean) if known else NotImplemented

    def __ne__(self, other):
        known = isinstance(other, (Tensor, bool, int, float))
        return self._with(other, lambda x, y: x != y, boolean) if known else NotImplemented

    __hash__ = object.__hash__

    def __neg__(self):
        return Tensor([-each for each in self.data], self.shape, self.dtype)


def tensor(data, dtype=None):
    shape = _shape(data)
    values = list(_flat(data))
    kinds = [_kind([each]) for each in values]
    if isinstance(data, Tensor):
        kinds = [data.dtype]
    kind = dtype or (max(kinds, key=lambda each: each.rank) if kinds else floating)
    return Tensor(values, shape, kind)


def _sizes(sizes):
    return tuple(sizes[0]) if len(sizes) == 1 and isinstance(sizes[0], (list, tuple)) else sizes


def _filled(value, sizes, dtype):
    if not all(isinstance(each, int) for each in sizes):
        raise TypeError("size")
    length = 1
    for each in sizes:
        length *= each
    return Tensor([value] * length, sizes, dtype or floating)


def zeros(*sizes, dtype=None):
    return _filled(0, _sizes(sizes), dtype)


def ones(*sizes, dtype=None):
    return _filled(1, _sizes(sizes), dtype)


def full(size, fill_value, dtype=None):
    return _filled(fill_value, tuple(size), dtype or _kind([fill_value]))


def stack(tensors):
    tensors = list(tensors)
    if not tensors or any(each.shape != tensors[0].shape for each in tensors):
        raise RuntimeError("stack")
    kind = max((each.dtype for each in tensors), key=lambda each: each.rank)
    return Tensor([x for each in tensors for x in each.data], (len(tensors),) + tensors[0].shape, kind)


def cat(tensors):
    tensors = list(tensors)
    if not tensors or any(len(each.shape) != 1 for each in tensors):
        raise RuntimeError("cat")
    kind = max((each.dtype for each in tensors), key=lambda each: each.rank)
    values = [x for each in tensors for x in each.data]
    return Tensor(values, (len(values),), kind)


torch = types.ModuleType("torch")
for _name in ("Tensor", "tensor", "zeros", "ones", "full", "stack", "cat"):
    setattr(torch, _name, globals()[_name])
torch.bool, torch.long, torch.int64, torch.float, torch.float32 = boolean, integer, integer, floating, floating
