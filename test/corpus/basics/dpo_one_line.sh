#!/usr/bin/env bash
# construct: several-flags-a-line, python-m, flag-equals-value
# known: all
python -m openrlhf.cli.train_dpo --model.model_name_or_path=Qwen/Qwen2.5-7B-Instruct --ref.model_name_or_path=Qwen/Qwen2.5-7B-Instruct --beta=0.1 --adam.lr=5e-7 --ckpt.output_dir=out/dpo --train.max_epochs 1
