#!/usr/bin/env bash
# construct: functions, if
# may: conditional
# The status of a function that may return early is that of the return that runs.
FILTER=${1:-}
skipped() {
  [[ -z "$FILTER" || "$1" == *"$FILTER"* ]] && return 1
  echo "skipped $1"
  return 0
}
train() {
  local id=$1
  shift
  skipped "$id" && return
  python -m openrlhf.cli.train_sft --ckpt.output_dir "out/$id" "$@"
}
train alpha --data.max_len 5
train gamma --data.max_len 6
