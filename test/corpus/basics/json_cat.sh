#!/usr/bin/env bash
# construct: runtime-env-json, ray-job-submit, heredoc-substitution
# known: all
RUNTIME_ENV_JSON=$(cat <<EOF
{"env_vars": {"PYTHONPATH": "/home/me/OpenRLHF"}}
EOF
)
ray job submit --address="http://127.0.0.1:8265" --runtime-env-json="${RUNTIME_ENV_JSON}" -- \
  python3 -m openrlhf.cli.train_ppo_ray --data.prompt_dataset math --data.input_key problem --data.label_key answer
