#!/usr/bin/env bash
# construct: deepspeed, assignment-prefix
# known: all
CUDA_DEVICE_MAX_CONNECTIONS=1 deepspeed --include="localhost:4,5,6,7" --module openrlhf.cli.train_dpo --beta 0.01
