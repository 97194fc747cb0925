#!/usr/bin/env bash
# construct: defaults, export, if, array-append, and-or
# known: all
# env: A MODEL=/m/a
# env: B MODEL=/m/qwen LR=1e-6 USE_WANDB=1 WANDB_KEY=k1 SEED=7
# env: C MODEL=/m/llama SEED=8 USE_WANDB=0 CKPT=last
: "${MODEL:?set MODEL}"
LR=${LR:-5e-7}
SEED=${SEED:-42}
CKPT=${CKPT-}
export TOKENIZERS_PARALLELISM=false
ARGS=(--model.model_name_or_path "$MODEL" --adam.lr "$LR" --train.seed "$SEED" --train.max_epochs 1)
[ -n "$CKPT" ] && ARGS+=(--ckpt.load_enable --ckpt.path "$CKPT")
if [ "${USE_WANDB:-0}" = 1 ]; then
  ARGS+=(--logger.wandb.key "$WANDB_KEY")
fi
deepspeed --module openrlhf.cli.train_sft "${ARGS[@]}" --ds.zero_stage 2
