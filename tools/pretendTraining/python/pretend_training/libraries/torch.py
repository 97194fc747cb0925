"""The little of torch that runs when OpenRLHF is only pretending."""

import types

from pretend_training.stub import Stub

distributed = types.SimpleNamespace(is_initialized=lambda: False, is_available=lambda: False, get_rank=lambda: 0)


class Tensor:
    pass


LongTensor = BoolTensor = FloatTensor = Tensor


def __getattr__(name):
    if name.startswith("__"):
        raise AttributeError(name)
    return Stub(f"torch.{name}")
