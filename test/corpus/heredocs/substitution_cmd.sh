#!/usr/bin/env bash
# construct: heredoc-substitution, eval, cmd-variable
# known: all
N=2
CMD=$(cat <<EOF
python3 -m openrlhf.cli.train_rm \
  --train.seed $N \
  --x 'a b'
EOF
)
eval "$CMD"
