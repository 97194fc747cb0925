#!/usr/bin/env bash
# construct: source, export
# known: all
export OUT=from_parent
source lib/run.bash
python3 -m openrlhf.cli.train_rm --ckpt.output_dir "$AFTER"
