#!/usr/bin/env bash
# construct: continuation-lines, deepspeed, several-flags-a-line
# known: all
deepspeed --module openrlhf.cli.train_sft \
  --model.model_name_or_path meta-llama/Llama-3.1-8B \
  --data.dataset Open-Orca/OpenOrca --data.input_key question --data.output_key response \
  --train.batch_size 256 --train.micro_batch_size 2 \
  --data.max_len 2048 --data.max_samples 500000 --ds.zero_stage 2 \
  --adam.lr 5e-6 --ds.param_dtype bf16 \
  --ckpt.output_dir ./checkpoint/llama3-8b-sft \
  --model.gradient_checkpointing_enable --ds.packing_samples
