#!/bin/bash
# An agent of several turns on one node of eight GPUs: agent.py answers the model, and says what each turn is worth.
# openrlhf: release 0.11.2
set -euo pipefail

ray job submit --address="http://127.0.0.1:8265" \
  --runtime-env-json='{"working_dir": "."}' \
  -- python3 -m openrlhf.cli.train_ppo_ray \
  --actor.model_name_or_path Qwen/Qwen3-4B-Instruct-2507 \
  --train.agent_func_path ./agent.py \
  --data.prompt_dataset ./data/prompts.jsonl \
  --data.input_key prompt \
  --data.label_key answer \
  --data.apply_chat_template \
  --data.max_len 8192 \
  --train.colocate_all \
  --actor.num_nodes 1 \
  --actor.num_gpus_per_node 8 \
  --ref.num_nodes 1 \
  --ref.num_gpus_per_node 8 \
  --vllm.num_engines 8 \
  --vllm.tensor_parallel_size 1 \
  --vllm.gpu_memory_utilization 0.6 \
  --vllm.enable_sleep \
  --ds.enable_sleep \
  --ds.zero_stage 3 \
  --ds.packing_samples \
  --algo.advantage.estimator reinforce_baseline \
  --algo.kl.init_coef 1e-3 \
  --actor.adam.lr 5e-7 \
  --rollout.batch_size 128 \
  --rollout.n_samples_per_prompt 8 \
  --rollout.micro_batch_size 8 \
  --train.batch_size 1024 \
  --train.micro_batch_size 4 \
  --ckpt.output_dir ./runs/agent
