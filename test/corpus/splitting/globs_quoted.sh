#!/usr/bin/env bash
# construct: globs, quotes
# known: all
PATTERN='*.jsonl'
python3 -m openrlhf.cli.train_sft --a "*.jsonl" --b '[ab]' --c \* --d "$PATTERN" --e "${PATTERN}" --f 'what?'
