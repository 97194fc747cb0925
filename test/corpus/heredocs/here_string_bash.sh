#!/usr/bin/env bash
# construct: here-string, heredoc-shell
# known: all
bash <<< "python3 -m openrlhf.cli.train_sft --adam.lr 5e-6 --x 'a b'"
