#!/usr/bin/env bash
# construct: wrapper-modules, arrays
# known: all
CMD=(python3 -u -m vendored.openrlhf.cli.train_rm)
"${CMD[@]}" --adam.lr 1e-5
