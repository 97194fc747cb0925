#!/usr/bin/env bash
# construct: functions, arrays, positional-parameters
# known: all
COMMON=(--actor.model_name_or_path Qwen/Qwen3-4B --train.batch_size 128)
run() {
  python3 -m openrlhf.cli.train_ppo_ray "$@"
}
run "${COMMON[@]}" --algo.advantage.estimator group_norm
run "${COMMON[@]}" --algo.advantage.estimator rloo --logger.wandb.run_name "rloo run"
