#!/usr/bin/env bash
# construct: srun-bash-c, heredoc-read, sbatch
# known: all
#SBATCH --time=48:00:00
read -r -d '' training_commands <<EOF
openrlhf.cli.train_dpo \
   --beta 0.1 \
   --adam.lr 5e-7 \
   --data.dataset ./pairs.jsonl
EOF
srun bash -c "torchrun --nproc_per_node 8 -m $training_commands"
