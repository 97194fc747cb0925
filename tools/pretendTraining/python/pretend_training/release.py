"""What the released package says of itself."""

import functools
import glob
import os
import re


@functools.cache
def pinned(library, otherwise):
    """The version of a library that the release pins, such as `vllm==0.29.0`."""
    for file in glob.glob(os.path.join(os.environ["PRETEND_OPENRLHF"], "*.dist-info", "METADATA")):
        with open(file, encoding="utf-8") as metadata:
            found = re.search(rf"^Requires-Dist: {library}==([\w.]+)", metadata.read(), re.MULTILINE)
        if found:
            return found[1]
    return otherwise
