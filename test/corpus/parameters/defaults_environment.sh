#!/usr/bin/env bash
# construct: defaults, variables, continuation-lines
# known: all
MODEL=${MODEL:-Qwen/Qwen3-4B}
: "${LR:=5e-7}"
: ${OUT=out}
python3 -m openrlhf.cli.train_sft \
  --model.model_name_or_path "$MODEL" \
  --adam.lr "$LR" --ckpt.output_dir "$OUT" \
  --train.max_epochs 1 --train.seed "${SEED:-42}"
