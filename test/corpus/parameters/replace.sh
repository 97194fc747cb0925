#!/usr/bin/env bash
# construct: replace, variables
# known: all
MODEL=Qwen/Qwen3-4B
python3 -m openrlhf.cli.train_sft --a ${MODEL/\//_} --b ${MODEL//e/E} --c ${MODEL/#Qwen/q} --d ${MODEL/%4B/8B} --e "${MODEL//[0-9]/}" --f ${MODEL/nothing/x} --g "${MODEL//\//--}"
