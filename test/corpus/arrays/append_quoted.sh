#!/usr/bin/env bash
# construct: array-append, quotes, word-splitting
# known: all
EXTRA="--train.max_epochs 2"
ARGS=(--adam.lr 1e-5)
ARGS+=($EXTRA)
ARGS+=("$EXTRA")
python -m openrlhf.cli.train_rm "${ARGS[@]}"
