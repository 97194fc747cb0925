#!/usr/bin/env bash
# construct: guides, continuation-lines
# known: all
ray job submit --address="http://127.0.0.1:8265" \
   -- python3 -m openrlhf.cli.train_ppo_ray \
   ... \
   --vllm.num_engines 4 \
   ...
