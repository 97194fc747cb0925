#!/usr/bin/env bash
# construct: torchrun, arrays
# known: all
DIST=(--nproc_per_node 4 --master_port 1234)
torchrun "${DIST[@]}" --module openrlhf.cli.train_dpo --beta 0.5
