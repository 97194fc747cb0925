#!/usr/bin/env bash
# construct: command-substitution
MODEL=/models/Qwen3-4B
NAME=$(basename $MODEL)
DIR=$(dirname "$MODEL")
python3 -m openrlhf.cli.train_sft --logger.wandb.run_name "$NAME" --ckpt.output_dir $DIR/out
