"""In Ray's workers the replacements are there from the start: an actor's class is unpickled before OpenRLHF is imported."""

import sys

if any(argument.endswith("default_worker.py") for argument in sys.orig_argv):
    from pretend_training import finder

    finder.install()
