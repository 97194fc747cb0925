#!/usr/bin/env bash
# construct: heredoc-read, variables, arithmetic
# known: all
LR=5e-7
N=4
read -r -d '' training_commands <<EOF
openrlhf.cli.train_ppo_ray \
   --actor.adam.lr $LR \
   --train.batch_size $((N * 32)) --ckpt.output_dir ./out/${LR}_\$HOME \
   --train.colocate_all
EOF
python3 -m $training_commands
