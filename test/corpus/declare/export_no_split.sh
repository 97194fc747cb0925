#!/usr/bin/env bash
# construct: export, word-splitting, declare
# known: all
WORDS="a b *"
export COPY=$WORDS
declare OTHER=$WORDS
PLAIN=$WORDS
python3 -m openrlhf.cli.train_sft --x "$COPY" --y "$OTHER" --z "$PLAIN"
