#!/usr/bin/env bash
# construct: case-change, variables
# known: all
MODE=GRPO name=qwen
python3 -m openrlhf.cli.train_sft --a ${MODE,,} --b ${name^} --c ${name^^} --d ${MODE,} --e "${name^^[q-t]}" --f run_${MODE,,}_${name^^}
