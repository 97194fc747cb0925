#!/usr/bin/env bash
# construct: arrays, replace, remove-affix
# known: all
FILES=(a.json b.json)
python -m openrlhf.cli.train_sft --x "${FILES[@]%.json}" --y "${FILES[@]/#/data/}" --z "${FILES[@]/json/jsonl}"
