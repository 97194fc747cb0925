#!/usr/bin/env bash
# construct: if
# known: all
# may: conditional
if [ -f checkpoint/latest ]; then
  python3 -m openrlhf.cli.train_sft --ckpt.load_enable --ckpt.output_dir out
else
  python3 -m openrlhf.cli.train_sft --ckpt.output_dir out
fi
