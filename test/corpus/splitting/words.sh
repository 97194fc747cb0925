#!/usr/bin/env bash
# construct: word-splitting, quotes, variables
# known: all
FLAGS="  --a 1	--b   2  "
ONE="x y"
python3 -m openrlhf.cli.train_sft $FLAGS"$ONE" pre$FLAGS'post' "$FLAGS" --c$ONE
