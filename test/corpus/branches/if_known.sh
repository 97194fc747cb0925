#!/usr/bin/env bash
# construct: if, variables, arithmetic
# known: all
MODE=grpo
GPUS=8
if [[ "$MODE" == grpo && $GPUS -ge 8 ]]; then EST=group_norm; elif [ "$MODE" = ppo ]; then EST=gae; else EST=reinforce; fi
if (( GPUS > 8 )); then NODES=2; else NODES=1; fi
if [ -z "${UNSET_THING_HERE:+x}" ] && test "$MODE" != ppo; then CRITIC=0; fi
python3 -m openrlhf.cli.train_ppo_ray --algo.advantage.estimator $EST --actor.num_nodes $NODES
