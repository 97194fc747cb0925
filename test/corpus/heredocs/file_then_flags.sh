#!/usr/bin/env bash
# construct: redirects
# known: all
cat > ds_hosts <<EOF
node-1 slots=8
node-2 slots=8
EOF
cat <<'EOF' >config.txt
python3 -m openrlhf.cli.train_sft --never
EOF
deepspeed --hostfile ds_hosts --module openrlhf.cli.train_sft --adam.lr 5e-6
