#!/usr/bin/env bash
# construct: torchrun, variables, export
# known: all
export MASTER_ADDR=10.1.0.1 MASTER_PORT=29400
NNODES=2
GPUS=8
torchrun --nnodes $NNODES --nproc_per_node $GPUS --rdzv_backend c10d --rdzv_endpoint $MASTER_ADDR:$MASTER_PORT -m openrlhf.cli.train_rm --train.batch_size $GPUS
