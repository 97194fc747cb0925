#!/bin/bash
# construct: assignment-prefix, functions
# known: all
# An assignment before a command is not changed by declare -u, -l, -i, unless it is put behind the old value.
declare -u NAME=big
declare -l LOW=Small
declare -i N=1
NAME=abc LOW=QWE N=1+1 python3 -m openrlhf.cli.train_sft --id 1
NAME+=def python3 -m openrlhf.cli.train_sft --id 2
show() { python3 -m openrlhf.cli.train_sft --id "$NAME"; }
NAME=abc show
NAME=ghi
python3 -m openrlhf.cli.train_sft --id "$NAME"
