#!/usr/bin/env bash
# construct: loops, array-append, string-append
# known: all
ARGS=()
NAMES=
for module in q_proj k_proj v_proj; do
  ARGS+=("$module")
  NAMES+="${NAMES:+,}$module"
done
python3 -m openrlhf.cli.train_sft --ds.lora.target_modules "${ARGS[@]}" --logger.wandb.run_name $NAMES
