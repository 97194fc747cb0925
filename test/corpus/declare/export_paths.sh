#!/usr/bin/env bash
# construct: export, string-append, redirects
# known: all
export ROOT=/data/runs
export OUT=$ROOT/grpo
OUT+=/4b
export OUT
python3 -m openrlhf.cli.train_sft --ckpt.output_dir $OUT > log
