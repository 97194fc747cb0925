#!/usr/bin/env bash
# construct: nohup, env-command
# known: all
nohup env CUDA_VISIBLE_DEVICES=1 python -m openrlhf.cli.serve_rm --port 5000 --reward.model_name_or_path rm
env A=1 nohup python -m openrlhf.cli.serve_rm --port 5001
