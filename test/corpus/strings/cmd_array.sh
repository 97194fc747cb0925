#!/usr/bin/env bash
# construct: cmd-variable, arrays
# known: all
CMD=(ray job submit --address http://127.0.0.1:8265 -- python3 -m openrlhf.cli.train_ppo_ray)
CMD+=(--train.colocate_all)
echo "+ ${CMD[*]}"
"${CMD[@]}" --vllm.num_engines 2
