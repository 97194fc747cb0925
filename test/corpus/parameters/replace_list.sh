#!/usr/bin/env bash
# construct: replace, word-splitting, arrays
# known: all
LIST="a,b,c"
ITEMS=(${LIST//,/ })
python3 -m openrlhf.cli.train_sft --ds.lora.target_modules ${LIST//,/ } --n ${#ITEMS[@]} "${ITEMS[@]/#/--}"
