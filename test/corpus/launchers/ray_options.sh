#!/usr/bin/env bash
# construct: ray-job-submit, continuation-lines, ansi-c
# known: all
ray job submit \
  --address=http://127.0.0.1:8265 \
  --submission-id grpo-run-7 \
  --runtime-env runtime.yaml \
  --entrypoint-num-cpus=1 \
  --no-wait \
  -- \
  python3 -m openrlhf.cli.train_ppo_ray \
  --data.input_template $'Question: {}\nAnswer:' \
  --actor.adam.betas 0.9 0.95
