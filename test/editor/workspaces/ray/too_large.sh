#!/bin/bash
# More GPUs than there are.
# openrlhf: release 0.11.2

ray job submit --no-wait --runtime-env-json='{"working_dir": "."}' \
  -- python3 -m openrlhf.cli.train_ppo_ray \
  --actor.model_name_or_path Qwen/Too-Large \
  --train.colocate_all --actor.num_nodes 1 --actor.num_gpus_per_node 16 --ref.num_nodes 1 --ref.num_gpus_per_node 16 \
  --vllm.num_engines 16 --vllm.tensor_parallel_size 1 --vllm.enable_sleep \
  --ds.enable_sleep --ds.packing_samples --ds.zero_stage 3 \
  --algo.advantage.estimator group_norm --rollout.n_samples_per_prompt 8 \
  --data.prompt_dataset ./data/prompts.jsonl --data.input_key prompt --data.label_key answer \
  --reward.remote_url ./reward_func.py --ckpt.path ./runs/large/checkpoints
