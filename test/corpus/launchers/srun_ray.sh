#!/usr/bin/env bash
# construct: srun-bash-c, ray-job-submit, sbatch, background
# known: all
#SBATCH --exclusive
export JOB_LOG=logs
PORT=6379
srun --nodes=1 --ntasks=1 bash -c "ray start --head --port=$PORT --block" &
sleep 10
srun --overlap --nodes=1 --ntasks=1 bash -c "ray job submit --address=http://127.0.0.1:8265 -- python3 -m openrlhf.cli.train_ppo_ray --actor.num_nodes 2 --vllm.num_engines 4"
