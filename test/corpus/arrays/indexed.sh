#!/usr/bin/env bash
# construct: indexed-elements, variables
# known: all
MODELS=(Qwen/Qwen3-1.7B Qwen/Qwen3-4B Qwen/Qwen3-8B)
LRS=(1e-6 5e-7 2e-7)
I=1
python3 -m openrlhf.cli.train_ppo_ray --actor.model_name_or_path "${MODELS[1]}" --actor.adam.lr ${LRS[$I]} --last ${MODELS[-1]} --first $MODELS --count ${#LRS[@]}
