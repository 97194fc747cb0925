#!/usr/bin/env bash
# construct: ray-job-submit, and-or, redirects
# known: all
set -e
ray stop --force > /dev/null 2>&1 || true
ray start --head --node-ip-address 0.0.0.0 --num-gpus 8 && sleep 5
ray job submit --address="http://127.0.0.1:8265" -- python3 -m openrlhf.cli.train_ppo_ray --train.batch_size 128 > ray.log 2>&1
