#!/usr/bin/env bash
# construct: py-path, variables, several-flags-a-line
# known: all
ROOT=../OpenRLHF
python3 ${ROOT}/openrlhf/cli/train_dpo.py --beta 0.1 --ckpt.output_dir $ROOT/out --adam.lr 5e-7
