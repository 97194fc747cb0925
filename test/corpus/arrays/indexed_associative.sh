#!/usr/bin/env bash
# construct: indexed-elements, declare
# known: all
declare -A MODEL=([small]=Qwen/Qwen3-1.7B [large]=Qwen/Qwen3-8B)
MODEL[huge]=Qwen/Qwen3-32B
KEY=small
python3 -m openrlhf.cli.train_ppo_ray --actor.model_name_or_path "${MODEL[$KEY]}" --reward.model_name_or_path "${MODEL[large]}" --critic.model_name_or_path ${MODEL["huge"]}
