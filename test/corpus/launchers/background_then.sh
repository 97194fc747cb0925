#!/usr/bin/env bash
# construct: background
# known: all
# order: any
python -m openrlhf.cli.serve_rm --reward.model_name_or_path rm & SERVER=$!
sleep 10
ray job submit --address auto -- python3 -m openrlhf.cli.train_ppo_ray --reward.remote_url http://localhost:5000/get_reward
wait $SERVER
