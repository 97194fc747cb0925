#!/usr/bin/env bash
# construct: source
# known: all
source lib/with_args.bash 1e-6 "two words"
python3 -m openrlhf.cli.train_rm --adam.lr $LR --logger.wandb.run_name "$NAME"
