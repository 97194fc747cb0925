#!/usr/bin/env bash
# construct: if, variables, string-append
# known: all
# env: B KL=1
# env: C KL=0
FLAGS="--train.seed 1"
if [ "$KL" = 1 ]; then
  FLAGS="$FLAGS --algo.kl.use_loss"
  COEF=1e-2
else
  COEF=0
fi
python3 -m openrlhf.cli.train_ppo_ray $FLAGS --algo.kl.init_coef $COEF
