#!/usr/bin/env bash
# construct: local, functions
# known: all
OUT=global
seed=7
inner() { python -m openrlhf.cli.train_rm --ckpt.output_dir "$OUT" --train.seed $seed; seed=9; }
outer() { local OUT=outer; inner; OUT=changed; inner; }
outer
inner
