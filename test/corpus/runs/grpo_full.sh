#!/usr/bin/env bash
# construct: ray-job-submit, runtime-env-json, arithmetic, remove-affix, pipes, redirects, continuation-lines
# known: all
# GRPO on one node with eight GPUs.
set -x

export VLLM_USE_V1=1
export WANDB_API_KEY=${WANDB_API_KEY:-}
MODEL_PATH=/models/Qwen3-4B-Thinking-2507
DATASET=/data/dapo-math-17k.jsonl
N_GPUS=8
TP=2
N_SAMPLES=8
PROMPTS=128

MODEL_NAME=${MODEL_PATH##*/}
DATA_NAME=$(basename "$DATASET" .jsonl)
RUN_NAME="grpo_${MODEL_NAME}_n${N_SAMPLES}"
OUTPUT_DIR=./exp/${RUN_NAME}
mkdir -p "$OUTPUT_DIR"

ray stop --force
ray start --head --node-ip-address 0.0.0.0 --num-gpus $N_GPUS

ray job submit --address="http://127.0.0.1:8265" \
    --runtime-env-json="{\"working_dir\": \".\", \"excludes\": [\"*.log\"], \"env_vars\": {\"NAME\": \"${DATA_NAME}\"}}" \
    -- python3 -m openrlhf.cli.train_ppo_ray \
    --actor.model_name_or_path ${MODEL_PATH} \
    --data.prompt_dataset ${DATASET} \
    --data.input_key prompt --data.label_key label \
    --reward.remote_url "$(pwd)/reward.py" \
    --ref.num_nodes 1 --ref.num_gpus_per_node ${N_GPUS} \
    --actor.num_nodes 1 --actor.num_gpus_per_node ${N_GPUS} \
    --vllm.num_engines $((N_GPUS / TP)) \
    --vllm.tensor_parallel_size ${TP} \
    --vllm.gpu_memory_utilization 0.6 \
    --train.colocate_all --vllm.enable_sleep --ds.enable_sleep \
    --rollout.n_samples_per_prompt $N_SAMPLES \
    --rollout.batch_size $PROMPTS \
    --train.batch_size $((PROMPTS * N_SAMPLES)) \
    --algo.advantage.estimator group_norm \
    --actor.eps_clip_low_high 0.2 0.28 \
    --ckpt.output_dir ${OUTPUT_DIR} \
    --ckpt.path "${OUTPUT_DIR}/ckpt" \
    --logger.wandb.run_name "${RUN_NAME}" 2>&1 | tee "${OUTPUT_DIR}/train.log"
