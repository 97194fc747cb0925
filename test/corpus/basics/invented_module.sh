#!/usr/bin/env bash
# construct: wrapper-modules, python-m, variables
# known: all
# A module that does not exist is still the launch that was meant.
ALGO=grpo
python3 -m openrlhf.cli.train_$ALGO --actor.model_name_or_path Qwen/Qwen3-4B --ckpt.max_ckpt_num 3
