#!/usr/bin/env bash
# construct: case, variables
# known: all
ALGO=rloo
case "$ALGO" in
  grpo) EST=group_norm; N=8 ;;
  rloo | "re inforce") EST=rloo; N=4 ;;
  *) EST=gae; N=1 ;;
esac
python3 -m openrlhf.cli.train_ppo_ray --algo.advantage.estimator $EST --rollout.n_samples_per_prompt $N
