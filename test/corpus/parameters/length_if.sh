#!/usr/bin/env bash
# construct: length, if, arrays
# known: all
DATASETS=(a.jsonl b.jsonl)
if (( ${#DATASETS[@]} > 1 )); then P=0.5,0.5; else P=1.0; fi
python3 -m openrlhf.cli.train_sft --data.dataset_probs $P
