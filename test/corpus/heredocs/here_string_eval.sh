#!/usr/bin/env bash
# construct: here-string, heredoc-shell, sh-c
# known: all
sh <<< 'python3 -m openrlhf.cli.train_rm --a "b c"'
bash -s x y <<< 'sh -c "python3 -m openrlhf.cli.train_rm --b $2"'
