#!/usr/bin/env bash
# construct: indexed-elements, arrays
# known: all
FLAGS=([0]=--seed [2]=--x [5]=1)
FLAGS[3]=y
python3 -m openrlhf.cli.train_sft "${FLAGS[@]}" --n "${#FLAGS[@]}" --empty "${FLAGS[1]}" --keys "${!FLAGS[@]}"
