#!/usr/bin/env bash
# construct: guides, continuation-lines
# known: all
python3 -m openrlhf.cli.train_rm \
   --adam.lr 9e-6 \ \
   --train.max_epochs 1 \  
   --never 1
