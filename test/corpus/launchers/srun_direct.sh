#!/usr/bin/env bash
# construct: sbatch, assignment-prefix
# known: all
#SBATCH --partition=gpu
#SBATCH --output=%x-%j.out
NCCL_DEBUG=INFO srun --gpus-per-node=8 python3 -u -m openrlhf.cli.train_sft --train.batch_size 128
srun -N1 torchrun --nproc_per_node 8 -m openrlhf.cli.train_sft --train.batch_size 256
