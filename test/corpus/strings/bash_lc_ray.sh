#!/usr/bin/env bash
# construct: bash-c, ray-job-submit
# known: all
ray job submit --address http://127.0.0.1:8265 -- bash -c "python3 -m openrlhf.cli.train_ppo_ray --train.seed 1 --vllm.num_engines 2"
ray job submit -- bash -lc 'export A=1; python3 -m openrlhf.cli.train_ppo_ray --train.seed 2'
