#!/usr/bin/env bash
# construct: quotes, continuation-lines, deepspeed
# known: all
deepspeed --num_gpus 8 --module openrlhf.cli.train_sft --data.input_template "System: be brief.
User: {}
Assistant: " --ckpt.output_dir "a\
b" --logger.wandb.run_name 'kept\
as is'
