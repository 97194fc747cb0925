#!/usr/bin/env bash
# construct: sbatch, and-or
# known: all
#SBATCH -p a100
#SBATCH -c 32
set -e
conda activate rlhf && cd "$HOME"
deepspeed --module openrlhf.cli.train_rm --train.max_epochs 1
