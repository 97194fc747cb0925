#!/usr/bin/env bash
# construct: continuation-lines, ray-job-submit, python-m
# known: all
set -x

ray job submit --address="http://127.0.0.1:8265" \
   --runtime-env-json='{"working_dir": "."}' \
   -- python3 -m openrlhf.cli.train_ppo_ray \
   --actor.model_name_or_path Qwen/Qwen3-4B-Thinking-2507 \
   --reward.remote_url reward/math.py \
   --ckpt.output_dir ./exp/qwen3-grpo \
   --train.colocate_all \
   --vllm.num_engines 4 \
   --vllm.tensor_parallel_size 2 \
   --algo.advantage.estimator group_norm \
   --rollout.n_samples_per_prompt 8 \
   --actor.adam.lr 5e-7 \
   --algo.kl.init_coef 1e-3 \
   --data.prompt_dataset ./data/dapo.jsonl \
   --data.apply_chat_template
