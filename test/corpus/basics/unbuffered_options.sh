#!/usr/bin/env bash
# construct: python-u-m, several-flags-a-line
# known: all
python -u -W ignore -m openrlhf.cli.train_sft --adam.lr 5e-6 --ckpt.output_dir a
python3 -um openrlhf.cli.train_sft --adam.lr 6e-6 --ckpt.output_dir b
python -X faulthandler -B -m openrlhf.cli.train_sft --adam.lr 7e-6 --ckpt.output_dir c
