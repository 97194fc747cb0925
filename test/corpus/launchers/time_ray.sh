#!/usr/bin/env bash
# construct: time-prefix, ray-job-submit
# known: all
LR=1e-6
time ray job submit --address auto -- python3 -m openrlhf.cli.train_ppo_ray --actor.adam.lr $LR
