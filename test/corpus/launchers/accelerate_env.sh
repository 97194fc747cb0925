#!/usr/bin/env bash
# construct: accelerate, assignment-prefix, variables
# known: all
CFG=fsdp.yaml
ACCELERATE_LOG_LEVEL=info accelerate launch --config_file $CFG -m openrlhf.cli.train_sft --ckpt.output_dir ${CFG%.yaml}
