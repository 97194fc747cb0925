#!/usr/bin/env bash
# construct: pipes, functions
# known: all
main() {
  python3 -m openrlhf.cli.train_rm --adam.lr 1e-5
  deepspeed --module openrlhf.cli.train_dpo --beta 0.1
}
main 2>&1 | tee out.log
