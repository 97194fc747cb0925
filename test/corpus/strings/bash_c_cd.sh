#!/usr/bin/env bash
# construct: bash-c, and-or, continuation-lines
# known: all
bash -c "cd . && \
  export NCCL_DEBUG=INFO && \
  python3 -m openrlhf.cli.train_ppo_ray \
    --actor.model_name_or_path Qwen/Qwen3-4B \
    --logger.wandb.run_name 'two words' \
    --train.colocate_all"
