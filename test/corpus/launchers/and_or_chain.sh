#!/usr/bin/env bash
# construct: and-or
# known: all
# may: conditional
python3 -m openrlhf.cli.train_sft --ckpt.output_dir sft &&
  python3 -m openrlhf.cli.train_rm --model.model_name_or_path sft --ckpt.output_dir rm &&
  python3 -m openrlhf.cli.train_dpo --model.model_name_or_path sft ||
  echo failed
