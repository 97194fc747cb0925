#!/usr/bin/env bash
# construct: accelerate, py-path
# known: all
accelerate launch openrlhf/cli/train_rm.py --train.max_epochs 1
