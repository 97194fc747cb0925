#!/usr/bin/env bash
# construct: cmd-variable, heredoc-read, deepspeed
# known: all
# may: conditional
set -x
read -r -d '' training_commands <<EOF
openrlhf.cli.train_sft \
   --data.dataset ./sft.jsonl \
   --data.input_key question \
   --train.batch_size 256 \
   --adam.lr 5e-6
EOF

if [[ ${1} != "slurm" ]]; then
    deepspeed --module $training_commands
fi
