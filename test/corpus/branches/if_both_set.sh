#!/usr/bin/env bash
# construct: if, variables
# env: B BIG=yes
# env: C BIG=no
if [ "$BIG" = yes ]; then MODEL=Qwen/Qwen3-32B; TP=8; else MODEL=Qwen/Qwen3-4B; TP=1; fi
python3 -m openrlhf.cli.train_ppo_ray --actor.model_name_or_path $MODEL --vllm.tensor_parallel_size $TP --vllm.num_engines 1 --train.seed 42 --data.max_len 2048 --a b --c d --e f --g h
