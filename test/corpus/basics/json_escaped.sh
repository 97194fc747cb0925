#!/usr/bin/env bash
# construct: runtime-env-json, quotes, ray-job-submit
# known: all
TOKEN=tok
ray job submit --address="http://127.0.0.1:8265" \
   --runtime-env-json="{\"working_dir\": \".\", \"env_vars\": {\"HF_TOKEN\": \"${TOKEN}\", \"N\": \"1\"}}" \
   -- python3 -u -m openrlhf.cli.train_ppo_ray --actor.num_nodes 1 --actor.num_gpus_per_node 8 --ref.num_nodes 1 --ref.num_gpus_per_node 8
