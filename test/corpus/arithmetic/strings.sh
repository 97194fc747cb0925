#!/usr/bin/env bash
# construct: arithmetic, remove-affix, variables
# known: all
LEN=4k
LEN=$((${LEN%k} * 1024))
EXPR="2 + 3"
python3 -m openrlhf.cli.train_sft --data.max_len $LEN --a $((EXPR)) --b $(($EXPR * 2)) --c $((EXPR * 2)) --d $[1+1]
