#!/usr/bin/env bash
# construct: accelerate, flag-equals-value
# known: all
accelerate launch --num_processes=4 --mixed_precision=bf16 --module openrlhf.cli.train_dpo --beta=0.1
