#!/usr/bin/env bash
# construct: eval, string-append, variables
# known: all
OUT=out/dpo
CMD="deepspeed --module openrlhf.cli.train_dpo"
CMD="$CMD --ckpt.output_dir '$OUT'"
CMD="$CMD --logger.wandb.run_name \"dpo run\""
echo "$CMD"
eval "$CMD"
