#!/usr/bin/env bash
# construct: heredoc-shell, export, continuation-lines
# known: all
export OUT="out dir"
bash <<'EOF'
python3 -m openrlhf.cli.train_rm \
  --ckpt.output_dir "$OUT" \
  --adam.lr 9e-6
EOF
