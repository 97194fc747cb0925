#!/bin/bash
set -euo pipefail

python3 -m openrlhf.cli.train_sft \
  --model.model_name_or_path Qwen/Qwen3-4B-Thinking-2507 \
  --data.dataset data/train.jsonl
