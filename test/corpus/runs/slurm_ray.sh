#!/usr/bin/env bash
# construct: sbatch, srun-bash-c, ray-job-submit, heredoc-read, background, source
# known: all
# order: any
#SBATCH --job-name=openrlhf
#SBATCH --nodes=2
#SBATCH --gpus-per-node=8
source settings.env

JOB_COMMANDS=""
read -r -d '' JOB_COMMANDS <<EOF || true
ray job submit --address=http://127.0.0.1:8265 -- python3 -m openrlhf.cli.train_ppo_ray
  --actor.model_name_or_path $PRETRAIN
  --reward.model_name_or_path $REWARD
  --actor.num_nodes $NODES --actor.num_gpus_per_node 8
  --train.batch_size $((NODES * 64))
EOF

srun --nodes=1 --ntasks=1 bash -c "ray start --head --block" &
sleep 30
srun --overlap --nodes=1 --ntasks=1 bash -c "cd /openrlhf; $(echo $JOB_COMMANDS)"
wait
