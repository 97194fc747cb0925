#!/usr/bin/env bash
# construct: case, string-append
# known: all
LEVEL=b
FLAGS=""
case $LEVEL in
  a) FLAGS+=" --a" ;;&
  b) FLAGS+=" --b" ;&
  c) FLAGS+=" --c" ;;&
  d) FLAGS+=" --d" ;;
  [a-c]) FLAGS+=" --abc" ;;
esac
python3 -m openrlhf.cli.train_sft $FLAGS
