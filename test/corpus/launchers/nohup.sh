#!/usr/bin/env bash
# construct: nohup, background, redirects
# known: all
nohup python3 -u -m openrlhf.cli.train_rm \
  --train.max_epochs 1 \
  --ckpt.output_dir out > train.log 2>&1 &
echo "started $!"
wait
