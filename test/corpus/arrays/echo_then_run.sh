#!/usr/bin/env bash
# construct: arrays, pipes, redirects
# known: all
set -euo pipefail
ARGS=(--model.model_name_or_path gpt2 --ckpt.output_dir runs/gpt2)
printf '%s\n' "${ARGS[@]}" > flags.txt
deepspeed --module openrlhf.cli.train_sft "${ARGS[@]}" 2>&1 | tee train.log
