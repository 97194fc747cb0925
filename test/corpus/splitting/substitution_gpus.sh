#!/usr/bin/env bash
# construct: command-substitution, arithmetic
# known: all
GPUS=$(nvidia-smi -L | wc -l)
python3 -m openrlhf.cli.train_ppo_ray --vllm.num_engines $GPUS --train.batch_size $((GPUS * 16)) --train.seed 1 --data.max_len 2048
