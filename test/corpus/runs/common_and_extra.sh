#!/usr/bin/env bash
# construct: functions, arrays, scalar-flag, nested-expansion, array-comments
# known: all
COMMON=(
  --actor.model_name_or_path Qwen/Qwen2.5-7B
  --data.prompt_dataset ./prompts.jsonl   # jsonl with "prompt"
  --train.batch_size 128
)
EAGER=""            # "--vllm.enforce_eager" for debugging
run() {
  local tag=$1; shift
  ray job submit --address http://127.0.0.1:8265 -- \
    python3 -m openrlhf.cli.train_ppo_ray "${COMMON[@]}" $EAGER --logger.wandb.run_name "$tag" "$@"
}
run base
run kl --algo.kl.use_loss --algo.kl.estimator k2
EAGER="--vllm.enforce_eager"
run "eager run" --algo.advantage.estimator rloo
