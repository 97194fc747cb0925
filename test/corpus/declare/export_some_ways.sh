#!/usr/bin/env bash
# construct: export, if, loops
# may: conditional
# env: C LEVEL=info
if [ -n "$LEVEL" ]; then
  export NCCL_DEBUG=INFO
else
  SOME=not_exported
fi
python3 -m openrlhf.cli.train_sft --plain 1
if [ "$LEVEL" = info ]; then export TP=7; else TP=10; fi
bash -c 'python3 -m openrlhf.cli.train_sft --tp "$TP"'
for round in $LEVEL; do export MODE=3; done
python3 -m openrlhf.cli.train_sft --after loop
