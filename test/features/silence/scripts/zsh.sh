#!/usr/bin/env zsh
python3 -m openrlhf.cli.train_sft --data.datset d
