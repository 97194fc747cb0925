#!/usr/bin/env bash
# construct: ray-job-submit, assignment-prefix, variables
# known: all
HEAD=10.0.0.2
RAY_ADDRESS="http://$HEAD:8265" ray job submit --no-wait -- python3 -m openrlhf.cli.train_ppo_ray --reward.remote_url http://$HEAD:5000/get_reward
