#!/usr/bin/env bash
# construct: loops
# known: all
for SEED in 1 2
do
  for KL in 0 1e-3
  do
    NAME="seed${SEED}_kl${KL}"
    python3 -m openrlhf.cli.train_ppo_ray --train.seed $SEED --algo.kl.init_coef $KL --logger.wandb.run_name "$NAME"
  done
done
python3 -m openrlhf.cli.train_ppo_ray --last $SEED
