#!/usr/bin/env bash
# construct: sh-c, variables
# known: all
N=2
sh -c "python3 -m openrlhf.cli.serve_rm --reward.model_name_or_path rm --port 500$N"
