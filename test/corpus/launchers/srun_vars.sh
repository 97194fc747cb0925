#!/usr/bin/env bash
# construct: srun-bash-c, variables, word-splitting
# known: all
#SBATCH -N 2
ARGS="--train.batch_size 256 --ds.zero_stage 3"
LAUNCHER="deepspeed --num_nodes 2 --module"
srun -N 2 --ntasks-per-node=1 bash -c "$LAUNCHER openrlhf.cli.train_rm $ARGS --ckpt.output_dir out"
