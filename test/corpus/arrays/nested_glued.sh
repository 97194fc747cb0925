#!/usr/bin/env bash
# construct: nested-expansion, quotes
# known: all
LAYERS=(q_proj k_proj v_proj)
PATHS=(a b)
python3 -m openrlhf.cli.train_sft --ds.lora.target_modules "${LAYERS[@]}" --joined "pre${PATHS[@]}post" --star "${PATHS[*]}" --none "${NOTHING_HERE[@]}"
