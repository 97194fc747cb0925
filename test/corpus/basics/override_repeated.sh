#!/usr/bin/env bash
# construct: repeated-flag, arrays, python-m
# known: all
COMMON=(--actor.adam.lr 5e-7 --train.batch_size 128 --ckpt.output_dir base)
python3 -m openrlhf.cli.train_ppo_ray "${COMMON[@]}" --actor.adam.lr 1e-6 --ckpt.output_dir override
