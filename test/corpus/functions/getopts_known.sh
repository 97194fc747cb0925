#!/usr/bin/env bash
# construct: functions, loops, case, local
parse() {
  local OPTIND=1 opt
  while getopts "l:s" opt; do
    case $opt in
      l) LR=$OPTARG ;;
      s) SEED=42 ;;
    esac
  done
}
LR=1e-6 SEED=1
python3 -m openrlhf.cli.train_rm --adam.lr $LR --train.seed $SEED
