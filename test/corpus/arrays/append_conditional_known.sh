#!/usr/bin/env bash
# construct: array-append, arrays, if
# known: all
USE_KL=1
ARGS=(--train.batch_size 128)
if [ "$USE_KL" = 1 ]; then
  ARGS+=(--algo.kl.use_loss --algo.kl.init_coef 1e-3)
else
  ARGS+=(--algo.kl.init_coef 0)
fi
python3 -m openrlhf.cli.train_ppo_ray "${ARGS[@]}"
