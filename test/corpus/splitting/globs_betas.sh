#!/usr/bin/env bash
# construct: globs, ansi-c
# known: all
python3 -m openrlhf.cli.train_sft --adam.betas "[0.9,0.95]" --eos $'\n\n' --p '{a,b}' --range {partition}
