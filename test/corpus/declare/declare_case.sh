#!/usr/bin/env bash
# construct: declare, case-change
# known: all
declare -u UP=bf16
declare -l LOW=BF16
typeset PLAIN=Bf16
UP=abc$LOW
python3 -m openrlhf.cli.train_sft --x $UP --y $LOW --z $PLAIN
