#!/usr/bin/env bash
# construct: background, assignment-prefix, ray-job-submit, redirects, continuation-lines
# known: all
# order: any
# A reward server on one GPU, training on the others.
CUDA_VISIBLE_DEVICES=7 python -m openrlhf.cli.serve_rm \
  --reward.model_name_or_path OpenRLHF/Llama-3-8b-rm-700k \
  --port 5000 --ds.param_dtype bf16 \
  --data.max_len 8192 --batch_size 16 > serve.log 2>&1 &
until true; do sleep 1; done
ray job submit --address="http://127.0.0.1:8265" \
  -- python3 -m openrlhf.cli.train_ppo_ray \
  --reward.remote_url http://localhost:5000/get_reward \
  --actor.num_gpus_per_node 4 --vllm.num_engines 3
wait
