#!/usr/bin/env bash
# construct: heredoc-shell, and-or, sh-c
# known: all
cd . && sh <<EOF
sh -c 'python3 -m openrlhf.cli.train_rm --train.max_epochs 1'
python3 -m openrlhf.cli.train_rm --train.max_epochs \$((1 + 1))
EOF
