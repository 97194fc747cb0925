#!/usr/bin/env bash
# construct: runtime-env-json, ray-job-submit, string-append, several-flags-a-line
# known: all
ENVS='"NCCL_DEBUG": "INFO"'
ENVS+=', "VLLM_USE_V1": "1"'
ray job submit --runtime-env-json "{\"env_vars\": {$ENVS}}" -- python -m openrlhf.cli.train_ppo_ray --train.seed 42 --train.batch_size 128 --rollout.batch_size 1024
