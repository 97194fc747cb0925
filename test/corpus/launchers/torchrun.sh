#!/usr/bin/env bash
# construct: torchrun, continuation-lines
# known: all
torchrun --standalone --nproc_per_node=8 \
    -m openrlhf.cli.train_sft \
    --model.model_name_or_path Qwen/Qwen2.5-0.5B \
    --ckpt.output_dir out
