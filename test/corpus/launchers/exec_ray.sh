#!/usr/bin/env bash
# construct: exec, ray-job-submit, array-append, arrays
# known: all
ARGS=(--train.seed 1)
ARGS+=(--vllm.num_engines 2)
exec ray job submit -- python3 -m openrlhf.cli.train_ppo_ray "${ARGS[@]}"
