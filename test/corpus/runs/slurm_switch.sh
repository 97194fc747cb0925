#!/usr/bin/env bash
# construct: if, heredoc-read, deepspeed, sbatch, srun-bash-c
# known: all
# args: A
# args: B slurm
# args: C local
# may: conditional
set -x
read -r -d '' training_commands <<EOF
openrlhf.cli.train_rm \
   --ckpt.output_dir out/rm \
   --ckpt.save_steps -1 \
   --train.batch_size 256 \
   --adam.lr 9e-6 \
   --data.dataset ./data/pairs.jsonl \
   --data.apply_chat_template \
   --ds.packing_samples
EOF
     # --logger.wandb.key [KEY]

if [[ ${1} != "slurm" ]]; then
    deepspeed --module $training_commands
else
    srun bash -c "torchrun --nproc_per_node 8 -m $(echo $training_commands)"
fi
