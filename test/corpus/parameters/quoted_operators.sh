#!/usr/bin/env bash
# construct: defaults, replace, ansi-c
# known: all
T='line one'
NL=$'\n'
python3 -m openrlhf.cli.train_sft --a "${T// /$NL}" --b "${T/one/"two"}" --c "${T:-$'x\ty'}"
