#!/usr/bin/env bash
# construct: redirects, background
# known: all
(
  cd .
  python3 -m openrlhf.cli.train_sft --a 1
) > a.log
{ python3 -m openrlhf.cli.train_sft --a 2; } 2>&1
( export LR=9; LR=1; python3 -m openrlhf.cli.train_sft --lr $LR )
python3 -m openrlhf.cli.train_sft --lr "<${LR_NOT_SET_HERE:+x}>" &
wait
