#!/usr/bin/env bash
# construct: loops, arrays, string-append, case-change, replace, nohup
# known: all
MODELS=("Qwen/Qwen3-1.7B" "Qwen/Qwen3-4B")
ESTIMATORS="group_norm rloo"
i=0
for model in "${MODELS[@]}"; do
  short=${model##*/}
  short=${short,,}
  for est in $ESTIMATORS; do
    name="${short//./p}-${est}"
    extra=""
    [[ $est == group_norm ]] && extra+=" --algo.advantage.no_std_norm"
    nohup python3 -m openrlhf.cli.train_ppo_ray \
      --actor.model_name_or_path "$model" \
      --algo.advantage.estimator $est $extra \
      --train.seed $((42 + i)) \
      --logger.wandb.run_name "$name" > "$name.log" 2>&1
    i=$((i + 1))
  done
done
