#!/usr/bin/env bash
# construct: py-path, ray-job-submit, python-u-m
# known: all
ray job submit -- python3 -u /openrlhf/openrlhf/cli/train_ppo_ray.py --train.seed 1 --actor.adam.lr 1e-6
python3 -u /openrlhf/openrlhf/cli/train_ppo_ray.py --train.seed 2
