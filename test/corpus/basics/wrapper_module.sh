#!/usr/bin/env bash
# construct: wrapper-modules, ray-job-submit
# known: all
ray job submit -- python3 -m my_lab.cli.train_ppo_ray --actor.model_name_or_path a --my.extra_flag 3
