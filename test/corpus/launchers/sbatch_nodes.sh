#!/usr/bin/env bash
# construct: sbatch, command-substitution, variables
# known: all
#SBATCH --nodes=4
nodes=$(scontrol show hostnames "$SLURM_JOB_NODELIST")
nodes_array=($nodes)
head=${nodes_array[0]}
ip=$(hostname --ip-address)
ray job submit --address "http://$ip:8265" -- python3 -m openrlhf.cli.train_ppo_ray --actor.num_nodes 4 --actor.num_gpus_per_node 8
