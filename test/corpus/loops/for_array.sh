#!/usr/bin/env bash
# construct: loops, arrays, remove-affix
# known: all
MODELS=(Qwen/Qwen3-4B "local models/my model")
for model in "${MODELS[@]}"; do
  python3 -m openrlhf.cli.train_rm --model.model_name_or_path "$model" --ckpt.output_dir "out/${model##*/}"
done
