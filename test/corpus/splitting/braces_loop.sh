#!/usr/bin/env bash
# construct: brace-expansion, loops, variables
# known: all
STAGE=sft
for n in {001..003}; do
  python3 -m openrlhf.cli.train_$STAGE --data.dataset shard_$n.jsonl
done
python3 -m openrlhf.cli.train_rm --a {5..1..2} --b {c..a} --c x{,y}
