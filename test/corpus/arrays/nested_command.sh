#!/usr/bin/env bash
# construct: nested-expansion, arrays, cmd-variable
# known: all
LAUNCH=(deepspeed --num_gpus 8)
MODULE=(--module openrlhf.cli.train_dpo)
FLAGS=(--beta 0.1 --adam.lr 5e-7)
CMD=("${LAUNCH[@]}" "${MODULE[@]}" "${FLAGS[@]}")
echo "${CMD[@]}"
"${CMD[@]}"
