#!/usr/bin/env bash
# construct: command-substitution
# known: all
NOW=$(date +%m%d_%H%M)
python3 -m openrlhf.cli.train_sft --logger.wandb.run_name "sft_$NOW" --ckpt.output_dir out_$(date +%s) --train.seed 1 --x `hostname` --adam.lr 5e-6
