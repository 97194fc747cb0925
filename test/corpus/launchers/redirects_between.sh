#!/usr/bin/env bash
# construct: redirects, continuation-lines
# known: all
python3 -m openrlhf.cli.train_rm --a 1 > a.log --b 2 2>> err.log --c 3 < /dev/null
python3 -m openrlhf.cli.train_rm --d 4 &> all.log --e 5 2>&1 \
  --f 6 >| g
> pre.log python3 -m openrlhf.cli.train_rm --h 7
