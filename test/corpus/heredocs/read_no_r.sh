#!/usr/bin/env bash
# construct: heredoc-read, eval
# known: all
read -d '' CMD <<EOF
python3 -m openrlhf.cli.train_sft --x 'a b' --y "c d"
EOF
eval "$CMD"
