#!/usr/bin/env bash
# construct: heredoc-shell, pipes
# known: all
cat <<EOF | bash
deepspeed --module openrlhf.cli.train_sft --adam.lr 5e-6
EOF
