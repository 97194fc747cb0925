#!/usr/bin/env bash
# construct: arrays, array-append, continuation-lines
# known: all
MODEL_ARGS=(
    --actor.model_name_or_path Qwen/Qwen2.5-Math-7B
    --actor.gradient_checkpointing_enable
)
DATA_ARGS=(
    --data.prompt_dataset ./data/math.jsonl
    --data.input_key problem
    --data.label_key answer
    --data.max_len 4096
)
DATA_ARGS+=(--data.apply_chat_template)

python3 -m openrlhf.cli.train_ppo_ray \
    "${MODEL_ARGS[@]}" \
    "${DATA_ARGS[@]}" \
    --algo.advantage.estimator group_norm
