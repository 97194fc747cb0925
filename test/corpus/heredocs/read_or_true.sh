#!/usr/bin/env bash
# construct: heredoc-read, and-or
# known: all
set -e
read -r -d '' ARGS <<EOF || true
--a 1 --b 2
EOF
IFS= read -r -d '' TEXT <<'EOF' || :
  kept "as" is
EOF
python3 -m openrlhf.cli.train_sft $ARGS --data.input_template "$TEXT"
