#!/usr/bin/env bash
# construct: arithmetic, variables, continuation-lines
# known: all
NODES=2
GPUS_PER_NODE=8
TP=4
WORLD=$((NODES * GPUS_PER_NODE))
ENGINES=$(( WORLD / TP ))
python3 -m openrlhf.cli.train_ppo_ray \
  --actor.num_nodes $NODES --actor.num_gpus_per_node $GPUS_PER_NODE \
  --vllm.num_engines $ENGINES --vllm.tensor_parallel_size $TP \
  --train.batch_size $(( WORLD * 8 )) --rollout.batch_size=$((WORLD*16))
