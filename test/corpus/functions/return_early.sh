#!/usr/bin/env bash
# construct: functions, if
# known: all
run() {
  if [[ $1 == skip ]]; then return; fi
  python -m openrlhf.cli.train_sft --x "$1"
  return 0
  python -m openrlhf.cli.train_sft --never
}
run a
run skip
run b
