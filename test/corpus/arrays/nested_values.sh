#!/usr/bin/env bash
# construct: nested-expansion, variables
# known: all
GPUS=8
MODEL=Qwen/Qwen3-4B
VLLM=(--vllm.num_engines $GPUS --vllm.tensor_parallel_size 1)
ACTOR=(--actor.model_name_or_path "$MODEL" "${VLLM[@]}" --actor.num_gpus_per_node "${GPUS}")
python3 -m openrlhf.cli.train_ppo_ray "${ACTOR[@]}"
