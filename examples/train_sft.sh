#!/bin/bash
# Supervised fine-tuning with DeepSpeed's launcher. The command is kept as text in a variable, as many guides do.
# openrlhf: release 0.11.2
set -eu

MODEL=Qwen/Qwen3-4B-Instruct-2507
EPOCHS=2

# read ends with 1 at the end of a heredoc, which set -e would take for a failure.
read -r -d '' COMMAND <<EOF_COMMAND || true
openrlhf.cli.train_sft
  --model.model_name_or_path ${MODEL}
  --model.gradient_checkpointing_enable
  --data.dataset ./data/conversations.jsonl
  --data.input_key messages
  --data.apply_chat_template
  --data.multiturn
  --data.max_len 4096
  --train.batch_size 128
  --train.micro_batch_size 4
  --train.max_epochs ${EPOCHS}
  --adam.lr 5e-6
  --ds.zero_stage 2
  --ds.packing_samples
  --ckpt.output_dir ./runs/sft-${MODEL##*/}
  --ckpt.save_steps -1
  --eval.steps -1
EOF_COMMAND

deepspeed --num_gpus 8 --module ${COMMAND}
