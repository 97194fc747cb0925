#!/usr/bin/env bash
# construct: positional-parameters, continuation-lines
# known: all
python3 -m openrlhf.cli.train_ppo_ray \
  --actor.adam.lr 5e-7 \
  --train.batch_size 128 \
  "$@"
