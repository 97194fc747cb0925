#!/usr/bin/env bash
# construct: bash-c, sh-c, quotes
# known: all
bash -c "bash -c \"python3 -m openrlhf.cli.train_rm --a 'x y' --b 1\""
sh -c 'bash -c "python3 -m openrlhf.cli.train_rm --c 2 --d \"three four\""'
