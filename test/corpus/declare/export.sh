#!/usr/bin/env bash
# construct: export, variables
# known: all
export MODEL=Qwen/Qwen3-4B
export LR="1e-6" NAME='a b' EMPTY=
export UNDEFINED_AND_UNUSED
python3 -m openrlhf.cli.train_sft --model.model_name_or_path $MODEL --adam.lr $LR --logger.wandb.run_name "$NAME" --x "$EMPTY"
