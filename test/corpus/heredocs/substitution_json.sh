#!/usr/bin/env bash
# construct: heredoc-substitution, runtime-env-json, ray-job-submit
# known: all
KEY=k
ENVS="$(cat <<EOF
{"env_vars": {"WANDB_API_KEY": "$KEY", "A": "\"q\""}}
EOF
)"
ray job submit --runtime-env-json "$ENVS" -- python3 -m openrlhf.cli.train_ppo_ray --logger.wandb.key $KEY
