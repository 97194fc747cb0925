#!/usr/bin/env bash
# construct: if, scalar-flag, array-append
# env: B DEBUG=1
# env: C DEBUG=0
ARGS=(--train.batch_size 128)
if [ "$DEBUG" = "1" ]; then
  ARGS+=(--data.max_samples 100 --vllm.enforce_eager)
fi
python3 -m openrlhf.cli.train_ppo_ray "${ARGS[@]}" --train.seed 42
