#!/usr/bin/env bash
# construct: source, arrays
# known: all
set -e
. ./common.inc
COMMON+=(--train.seed 1)
deepspeed --module openrlhf.cli.train_rm "${COMMON[@]}"
