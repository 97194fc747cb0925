#!/bin/bash
# Launches that do not start: each comment says what is planted below it.
# Every mistake has a quick fix; with all of them applied OpenRLHF's own
# parsers accept the four commands.
# openrlhf: release 0.11.2

# 1. Behind a variable: the flag takes a whole number, and 1e5 is a float.
#    The squiggle is here, where the value is, and points at the use below.
MAX_SAMPLES=1e5

# 2. In an array: a switch takes no value, and GRPO is called group_norm.
PPO=(
  --actor.model_name_or_path Qwen/Qwen3-4B-Thinking-2507
  --reward.remote_url ./reward_func.py
  --data.prompt_dataset ./data/prompts.jsonl --data.input_key prompt --data.label_key answer
  --data.max_samples "${MAX_SAMPLES}"
  --vllm.num_engines 8
  --train.colocate_all True
  --rollout.n_samples_per_prompt 8
  --algo.advantage.estimator grpo
)
ray job submit --address="http://127.0.0.1:8265" -- python3 -m openrlhf.cli.train_ppo_ray "${PPO[@]}"

# 3. In a heredoc: a flag of before OpenRLHF 0.10.2, and a flag of two values
#    that gets one with a comma in it.
read -r -d '' SFT <<EOF_SFT
openrlhf.cli.train_sft
  --model.model_name_or_path Qwen/Qwen3-4B-Instruct-2507
  --data.dataset ./data/conversations.jsonl
  --zero_stage 2
  --adam.betas 0.9,0.95
EOF_SFT
deepspeed --module ${SFT}

# 4. In a string that is a command: a misspelt flag.
bash -c "deepspeed --module openrlhf.cli.train_dpo \
  --model.model_name_or_path ./runs/sft \
  --data.dataset ./data/pairs.jsonl \
  --train.batchsize 64"

# 5. A continuation that is cut: the line below the backslash is a comment,
#    which ends the command. bash would run the last line by itself.
deepspeed --module openrlhf.cli.train_rm \
  --model.model_name_or_path ./runs/sft \
  --data.dataset ./data/pairs.jsonl \
  # chosen and rejected answers
  --train.batch_size 64
