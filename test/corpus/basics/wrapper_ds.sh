#!/usr/bin/env bash
# construct: wrapper-modules, deepspeed
# known: all
deepspeed --include localhost:0,1,2,3 --module recipes.cli.train_sft --train.max_epochs 3
