#!/usr/bin/env bash
# construct: py-path, deepspeed, flag-equals-value
# known: all
deepspeed --num_gpus=8 --master_port 29501 ./openrlhf/cli/train_rm.py --train.max_epochs=1 --data.dataset=./pairs.jsonl
