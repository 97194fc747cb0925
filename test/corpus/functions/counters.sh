#!/usr/bin/env bash
# construct: functions, if
# may: conditional
# Many calls that may return early and count what came of them.
PASS=0 FAIL=0 SKIP=0
if [[ ! -f "$TRAIN_DATA" || ! -f "$EVAL_DATA" ]]; then
  python prepare.py || { echo "no data"; exit 1; }
fi
case_of() {
  local id=$1
  shift
  [[ -n "$FILTER" && "$id" != *"$FILTER"* ]] && {
    ((SKIP++))
    return
  }
  python -m openrlhf.cli.train_sft --ckpt.output_dir "out/$id" "$@"
  local rc=$? steps
  steps=$(grep -c step "$id.log" || echo 0)
  if [[ $rc -eq 0 && $steps -ge 1 ]]; then ((PASS++)); else ((FAIL++)); fi
}
for i in 1 2 3 4 5 6 7 8 9 10 11 12; do
  case_of "case$i" --train.seed "$i"
done
