#!/usr/bin/env bash
# construct: array-append, several-flags-a-line, deepspeed
# known: all
ARGS=()
ARGS+=(--model.model_name_or_path Qwen/Qwen2.5-7B)
ARGS+=(--data.dataset ./sft.jsonl --data.input_key prompt)
ARGS+=(--ds.zero_stage 3)
ARGS+=("--logger.wandb.run_name" "sft seven b")
deepspeed --module openrlhf.cli.train_sft "${ARGS[@]}"
