#!/usr/bin/env bash
# construct: loops, brace-expansion
# known: all
for i in {1..3}; do
  python3 -m openrlhf.cli.train_sft --train.seed $i
done
for i in {a,b}{0..1}; do python3 -m openrlhf.cli.train_sft --logger.wandb.run_name $i; done
