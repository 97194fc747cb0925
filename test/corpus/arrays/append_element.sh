#!/usr/bin/env bash
# construct: array-append, indexed-elements, string-append
# known: all
ARGS=(--train.seed 42 --ckpt.output_dir out)
ARGS[3]+=/grpo
ARGS[1]=43
ARGS+=(--data.max_len 1024)
python -m openrlhf.cli.train_rm "${ARGS[@]}"
