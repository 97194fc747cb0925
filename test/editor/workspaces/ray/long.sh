#!/bin/bash
# A training that takes long enough to be stopped, with keys that must not be shown.
# openrlhf: release 0.11.2
export HF_TOKEN=hf_abcdefghijklmnopqrstuvwxyzABCDEFGH

ray job submit --runtime-env-json='{"working_dir": ".", "env_vars": {"PRETEND_SECONDS": "300", "WANDB_API_KEY": "0123456789abcdef0123456789abcdef01234567"}}' \
  -- python3 -m openrlhf.cli.train_ppo_ray \
  --actor.model_name_or_path Qwen/Long-Run \
  --train.colocate_all --actor.num_nodes 1 --actor.num_gpus_per_node 8 --ref.num_nodes 1 --ref.num_gpus_per_node 8 \
  --vllm.num_engines 8 --vllm.tensor_parallel_size 1 --vllm.enable_sleep \
  --ds.enable_sleep --ds.packing_samples --ds.zero_stage 3 \
  --algo.advantage.estimator group_norm --rollout.n_samples_per_prompt 8 \
  --data.prompt_dataset ./data/prompts.jsonl --data.input_key prompt --data.label_key answer \
  --reward.remote_url ./reward_func.py --ckpt.path ./runs/long/checkpoints
