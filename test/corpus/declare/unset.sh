#!/usr/bin/env bash
# construct: export, defaults, variables
# known: all
export A=1 B=2
unset A
python3 -m openrlhf.cli.train_sft --a "${A:-none}" --b ${B:-none} --c "${A}" $A
