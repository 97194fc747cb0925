#!/usr/bin/env bash
# construct: remove-affix, variables
# known: all
MODEL=Qwen/Qwen2.5-7B-Instruct
DATA=/data/sets/math.train.jsonl
python3 -m openrlhf.cli.train_sft --a ${MODEL##*/} --b ${MODEL#*/} --c ${MODEL%-*} --d ${MODEL%%-*} --e "${DATA%.jsonl}" --f ${DATA##*.} --g ${DATA%/*} --h ${DATA%%.*}
