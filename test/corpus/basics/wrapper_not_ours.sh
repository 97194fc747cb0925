#!/usr/bin/env bash
# construct: wrapper-modules, python-m
# known: all
python3 -m molt.cli.train_rl_ray --a 1
python3 -m molt.cli.train_ppo_ray --a 1
python3 -m my_lab.cli.train_dpo --beta 0.2
