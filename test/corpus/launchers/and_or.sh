#!/usr/bin/env bash
# construct: and-or
# known: all
mkdir -p out && cd out && python3 -m openrlhf.cli.train_sft --a 1
cd . ; python3 -m openrlhf.cli.train_sft --a 2; export B=1 && python3 -m openrlhf.cli.train_sft --b $B
