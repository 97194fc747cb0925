#!/usr/bin/env bash
# construct: readonly, heredoc-read
# known: all
read -r -d '' TEXT <<'EOF'
--a 1 --b 2
EOF
readonly TEXT
python3 -m openrlhf.cli.train_sft $TEXT
