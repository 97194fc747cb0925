#!/usr/bin/env bash
# construct: runtime-env-json, ray-job-submit, variables, heredoc-read
# known: all
read -r -d '' RUNTIME_ENV <<'JSON'
{
  "working_dir": ".",
  "env_vars": {"TOKENIZERS_PARALLELISM": "true"}
}
JSON
MODEL=Qwen/Qwen3-1.7B
ray job submit --address auto --runtime-env-json "$RUNTIME_ENV" -- python3 -m openrlhf.cli.train_ppo_ray --actor.model_name_or_path $MODEL --vllm.num_engines 2
