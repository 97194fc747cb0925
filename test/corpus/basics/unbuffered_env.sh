#!/usr/bin/env bash
# construct: python-u-m, assignment-prefix
# known: all
CUDA_VISIBLE_DEVICES=0 PYTHONUNBUFFERED=1 python -u -m openrlhf.cli.serve_rm --reward.model_name_or_path rm --port 5000
