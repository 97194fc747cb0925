#!/usr/bin/env bash
# construct: sh-c, ray-job-submit
# known: all
CMD="python3 -m openrlhf.cli.train_ppo_ray --train.colocate_all --logger.wandb.run_name 'a b'"
ray job submit -- sh -c "$CMD"
