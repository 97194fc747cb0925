#!/usr/bin/env bash
# construct: functions
# known: all
function submit {
  ray job submit --address http://127.0.0.1:8265 -- python3 -m openrlhf.cli.train_ppo_ray "$@"
}
function colocated() { submit --train.colocate_all --vllm.enable_sleep "$@"; }
colocated --train.seed 1
submit --train.seed 2
