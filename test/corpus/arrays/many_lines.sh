#!/usr/bin/env bash
# construct: arrays, several-flags-a-line, ray-job-submit
# known: all
ARGS=(
  --ref.num_nodes 1 --ref.num_gpus_per_node 8
  --actor.num_nodes 1 --actor.num_gpus_per_node 8
  --critic.num_nodes 1 --critic.num_gpus_per_node 8
  --vllm.num_engines 4 --vllm.tensor_parallel_size 2
  --train.colocate_all
)
ray job submit --address="http://127.0.0.1:8265" -- python3 -m openrlhf.cli.train_ppo_ray "${ARGS[@]}"
