#!/usr/bin/env bash
# construct: flag-equals-value, variables, continuation-lines
# known: all
MODEL=Qwen/Qwen2.5-1.5B
OUT=out/rm

python3 -m openrlhf.cli.train_rm \
    --model.model_name_or_path=$MODEL \
    --ckpt.output_dir="$OUT" \
    --ckpt.path="$OUT/ckpt" \
    --train.batch_size=128 --train.micro_batch_size=1 \
    --data.chosen_key='chosen' --data.rejected_key="rejected" \
    --adam.betas 0.9 0.95 --logger.wandb.run_name="rm first try"
