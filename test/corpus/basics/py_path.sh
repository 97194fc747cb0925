#!/usr/bin/env bash
# construct: py-path, continuation-lines
# known: all
cd OpenRLHF
python openrlhf/cli/train_sft.py \
  --model.model_name_or_path mistralai/Mistral-7B-v0.1 \
  --data.max_len 2048
