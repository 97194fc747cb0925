#!/usr/bin/env bash
# construct: source, if, and-or
# known: all
cd lib
source second.bash || true
cd ..
if true; then
  cd .
  . ./train.env
fi
python3 -m openrlhf.cli.train_dpo --beta $BETA --adam.lr $LR
