#!/usr/bin/env bash
# construct: loops
# known: all
for LR in 5e-7 1e-6 "2e-6"; do
  python3 -m openrlhf.cli.train_dpo --adam.lr $LR --ckpt.output_dir out/lr_$LR
done
