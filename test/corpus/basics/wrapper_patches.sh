#!/usr/bin/env bash
# construct: wrapper-modules, python-m, variables
# known: all
MODULE=patches.openrlhf.train_ppo_ray
LR=1e-6
python3 -m $MODULE --actor.adam.lr $LR --own.flag=x
