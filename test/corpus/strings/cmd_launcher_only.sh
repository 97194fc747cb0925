#!/usr/bin/env bash
# construct: cmd-variable, continuation-lines
# known: all
PY="python3 -u"
LAUNCH="$PY -m"
$LAUNCH openrlhf.cli.train_sft \
  --ckpt.output_dir out
