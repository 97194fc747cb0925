#!/usr/bin/env fish
python3 -m openrlhf.cli.train_sft --data.datset d
