#!/usr/bin/env bash
# construct: string-append, variables
# known: all
OUT=runs
OUT+=/grpo
OUT+=_4b
python3 -m openrlhf.cli.train_rm --ckpt.output_dir $OUT --ckpt.path "$OUT/ckpt"
