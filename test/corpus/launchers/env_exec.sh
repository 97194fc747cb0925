#!/usr/bin/env bash
# construct: env-command, exec, arrays
# known: all
VARS=(NCCL_DEBUG=WARN HF_HUB_OFFLINE=1)
exec env "${VARS[@]}" deepspeed --module openrlhf.cli.train_rm --train.max_epochs 1
