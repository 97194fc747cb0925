#!/usr/bin/env bash
# construct: case, variables
# args: A
# args: B sft
# args: C rm
case "$1" in
  sft) MODE=sft ;;
  rm) MODE=rm ;;
  *) MODE=none ;;
esac
python3 -m openrlhf.cli.train_sft --train.seed 42 --logger.wandb.run_name "$MODE" --adam.lr 5e-6 --a 1 --b 2 --c 3 --d 4 --e 5
