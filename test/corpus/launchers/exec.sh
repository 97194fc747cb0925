#!/usr/bin/env bash
# construct: exec, variables
# known: all
set -eu
OUT=${OUT_DIR_OVERRIDE_NOT_SET+x}out
OUT=out
exec python3 -m openrlhf.cli.serve_rm --port 5000 --reward.model_name_or_path "$OUT"
