#!/usr/bin/env bash
# construct: ray-job-submit, env-command
# known: all
ray job submit --working-dir . -- env NCCL_DEBUG=INFO VLLM_USE_V1=1 python3 -m openrlhf.cli.train_ppo_ray --train.seed 3
