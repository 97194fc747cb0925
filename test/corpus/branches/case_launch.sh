#!/usr/bin/env bash
# construct: case, continuation-lines
# known: all
# args: A sft
# args: B rm
# args: C dpo
# may: conditional
case "$1" in
  sft)
    deepspeed --module openrlhf.cli.train_sft \
      --adam.lr 5e-6
    ;;
  rm) deepspeed --module openrlhf.cli.train_rm --adam.lr 9e-6 ;;
  dpo) deepspeed --module openrlhf.cli.train_dpo --beta 0.1 ;;
esac
