#!/usr/bin/env bash
# construct: background, redirects
# known: all
# order: any
CUDA_VISIBLE_DEVICES=0 python3 -m openrlhf.cli.serve_rm --port 5000 --reward.model_name_or_path rm > a 2>&1 &
CUDA_VISIBLE_DEVICES=1 python3 -m openrlhf.cli.serve_rm --port 5001 --reward.model_name_or_path rm > b 2>&1 &
wait
