#!/usr/bin/env bash
# construct: readonly, functions
# known: all
readonly BASE=out
run() { readonly NAME=$1; python3 -m openrlhf.cli.train_sft --ckpt.output_dir $BASE/$NAME; }
run one
python3 -m openrlhf.cli.train_rm --x $NAME
