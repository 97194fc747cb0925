#!/bin/bash
# construct: export
# known: all
# A name reference that is exported carries the name it leads to; export of a reference exports what it leads to.
declare -xn one=OUT
python3 -m openrlhf.cli.train_sft --id 1
OUT=5
python3 -m openrlhf.cli.train_sft --id 2
declare -n two=OTHER
export two
two=7
python3 -m openrlhf.cli.train_sft --id 3
set -a
declare -n three=THIRD
three=9
python3 -m openrlhf.cli.train_sft --id 4
