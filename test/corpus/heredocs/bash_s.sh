#!/usr/bin/env bash
# construct: heredoc-shell, positional-parameters
# known: all
bash -s -- 1e-6 "run one" <<'EOF'
python3 -m openrlhf.cli.train_rm --adam.lr $1 --logger.wandb.run_name "$2"
EOF
