#!/usr/bin/env bash
# construct: assignment-prefix, arrays
# known: all
FLAGS=(--a 1)
FLAGS=text WANDB_MODE=offline python3 -m openrlhf.cli.train_sft "${FLAGS[@]}"
run() {
  FLAGS=(--b 2)
  python3 -m openrlhf.cli.train_sft "${FLAGS[@]}"
}
FLAGS=other run
export FLAGS=last
python3 -m openrlhf.cli.train_sft --c 3
