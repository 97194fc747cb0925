#!/usr/bin/env bash
# construct: declare, functions
# known: all
X=global
f() { declare X=inner; declare -g Y=set; python3 -m openrlhf.cli.train_sft --x $X; }
f
python3 -m openrlhf.cli.train_sft --x $X --y $Y
