"""The released package `openrlhf`, with the libraries and parts that need a GPU replaced."""

import os

from pretend_training import finder

__path__ = [os.path.join(os.environ["PRETEND_OPENRLHF"], "openrlhf")]
finder.install()
