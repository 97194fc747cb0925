#!/usr/bin/env bash
# construct: functions, local, deepspeed, declare
# known: all
# SFT, reward model, DPO one after the other.
BASE=meta-llama/Llama-3.1-8B
ROOT=checkpoints/llama3
declare -A LR=([sft]=5e-6 [rm]=9e-6 [dpo]=5e-7)

stage() {
  local name=$1 from=$2
  shift 2
  local out=$ROOT/$name
  local -a common=(
    --train.batch_size 256 --train.micro_batch_size 2
    --ckpt.output_dir "$out"
    --model.model_name_or_path "$from"
    --adam.lr "${LR[$name]}"
    --ds.zero_stage 3   # fits on 80 GB
  )
  echo "=== $name: $from -> $out"
  deepspeed --module "openrlhf.cli.train_$name" "${common[@]}" "$@"
}

stage sft "$BASE" --data.dataset Open-Orca/OpenOrca --data.max_len 2048
stage rm "$ROOT/sft" --data.chosen_key chosen --data.rejected_key rejected
stage dpo "$ROOT/sft" --beta 0.1 --ref.model_name_or_path "$ROOT/sft"
