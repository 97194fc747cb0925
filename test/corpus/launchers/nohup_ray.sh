#!/usr/bin/env bash
# construct: nohup, ray-job-submit, pipes
# known: all
nohup ray job submit -- python3 -m openrlhf.cli.train_ppo_ray --train.seed 1 2>&1 | tee -a log
