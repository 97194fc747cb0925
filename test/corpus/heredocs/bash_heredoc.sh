#!/usr/bin/env bash
# construct: heredoc-shell, variables
# known: all
LR=1e-6
bash <<EOF
export NCCL_DEBUG=INFO
python3 -m openrlhf.cli.train_rm --adam.lr $LR --x "a b"
EOF
