#!/usr/bin/env bash
# construct: length, arrays
# known: all
NAME=qwen
LIST=(a b c)
EMPTY=()
python3 -m openrlhf.cli.train_sft --a ${#NAME} --b ${#LIST[@]} --c ${#LIST[*]} --d ${#EMPTY[@]} --e ${#LIST[0]} --f ${#LIST}
