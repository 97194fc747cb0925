#!/usr/bin/env bash
# construct: positional-parameters, loops, case, arrays
# known: all
# args: B --lr 1e-6 --debug
# args: C --name run7 --lr 2e-6 -- --train.seed 9
set -euo pipefail

LR=5e-7
NAME=grpo
DEBUG=0
while [[ $# -gt 0 ]]; do
  case "$1" in
    --lr)
      LR="$2"
      shift 2
      ;;
    --name) NAME="$2"; shift 2 ;;
    --debug) DEBUG=1; shift ;;
    --) shift; break ;;
    *) echo "unknown argument $1" >&2; exit 1 ;;
  esac
done

ARGS=(
  --actor.model_name_or_path Qwen/Qwen3-4B
  --actor.adam.lr "$LR"
  --ckpt.output_dir "out/$NAME"
  --train.colocate_all
)
if [[ $DEBUG == 1 ]]; then
  ARGS+=(--data.max_samples 64)
fi

python3 -m openrlhf.cli.train_ppo_ray "${ARGS[@]}" --vllm.num_engines 4
