#!/usr/bin/env bash
# construct: heredoc-read, word-splitting
# known: all
read -r -d '' ARGS <<'EOF'
--actor.adam.lr 5e-7
--train.batch_size 128
--x $NOT_EXPANDED
EOF
python3 -m openrlhf.cli.train_ppo_ray $ARGS
