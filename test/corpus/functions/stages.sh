#!/usr/bin/env bash
# construct: functions, case, positional-parameters
# known: all
stage() {
  case "$1" in
    sft) deepspeed --module openrlhf.cli.train_sft --ckpt.output_dir ckpt/sft ;;
    rm) deepspeed --module openrlhf.cli.train_rm --model.model_name_or_path ckpt/sft ;;
    *) echo "no stage $1" ;;
  esac
}
stage sft
stage rm
stage ppo
