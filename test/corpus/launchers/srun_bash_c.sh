#!/usr/bin/env bash
# construct: srun-bash-c, sbatch, continuation-lines
# known: all
#SBATCH --job-name=sft
#SBATCH --nodes=1
#SBATCH --gres=gpu:8

srun --nodes 1 --ntasks-per-node 1 bash -c "deepspeed --module openrlhf.cli.train_sft \
   --data.dataset ./sft.jsonl \
   --adam.lr 5e-6"
