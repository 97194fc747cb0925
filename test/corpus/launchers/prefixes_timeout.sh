#!/usr/bin/env bash
# construct: prefixes, ray-job-submit
# known: all
timeout --signal=INT 48h ray job submit -- python3 -m openrlhf.cli.train_ppo_ray --train.seed 4
timeout -k 10 1d bash -c "python3 -m openrlhf.cli.train_ppo_ray --train.seed 5"
