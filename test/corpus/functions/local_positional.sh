#!/usr/bin/env bash
# construct: local, positional-parameters, functions
# known: all
launch() {
  local model="$1" data="${2:-./default.jsonl}"
  shift 2
  deepspeed --module openrlhf.cli.train_sft --model.model_name_or_path "$model" --data.dataset "$data" "$@"
}
launch Qwen/Qwen3-4B ./a.jsonl --train.max_epochs 2
launch Qwen/Qwen3-8B ./b.jsonl
