#!/usr/bin/env bash
# construct: heredoc-substitution, variables
# known: all
TEMPLATE=$(cat <<'EOF'
System: you're "kind".
User: {}  $x
EOF
)
python3 -m openrlhf.cli.train_sft --data.input_template "$TEMPLATE" --n 1
