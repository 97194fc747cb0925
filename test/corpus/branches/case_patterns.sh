#!/usr/bin/env bash
# construct: case, quotes
# known: all
for MODEL in Qwen/Qwen3-32B Qwen/Qwen3-4B meta-llama/Llama-3.1-8B; do
  case $MODEL in
    Qwen/*-32B) TP=8 ;;
    Qwen/Qwen[23]-?B) TP=1 ;;
    "meta-llama"/*) TP=2 ;;
  esac
  python3 -m openrlhf.cli.train_ppo_ray --actor.model_name_or_path $MODEL --vllm.tensor_parallel_size $TP
done
