#!/usr/bin/env bash
# construct: scalar-flag, and-or
# known: all
SAVE=1 LOAD=0
[ "$SAVE" = 1 ] && SAVE_FLAG="--ckpt.save_hf"
LOAD_FLAG=""
[ "$LOAD" = 1 ] && LOAD_FLAG="--ckpt.load_enable"
python3 -m openrlhf.cli.train_sft $SAVE_FLAG $LOAD_FLAG --ckpt.output_dir out
