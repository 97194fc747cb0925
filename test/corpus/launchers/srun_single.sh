#!/usr/bin/env bash
# construct: srun-bash-c, bash-c
# known: all
srun --ntasks=1 bash -c 'export WANDB_MODE=offline; python3 -m openrlhf.cli.train_ppo_ray --train.seed 1 --x "a b"'
srun --ntasks=1 /bin/bash -c "python3 -m openrlhf.cli.train_ppo_ray --train.seed 2"
