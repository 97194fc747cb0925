#!/usr/bin/env bash
# construct: flag-equals-value, ray-job-submit
# known: all
ADDR=http://10.0.0.4:8265
ray job submit --address=$ADDR --no-wait -- python3 -m openrlhf.cli.train_ppo_ray --actor.model_name_or_path=Qwen/Qwen3-8B --vllm.num_engines=8 --vllm.sync_backend=nccl \
  --train.colocate_all --algo.advantage.estimator=reinforce_baseline --ckpt.output_dir=/data/exp/reinforce --logger.wandb.run_name=
