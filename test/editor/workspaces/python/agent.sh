# openrlhf: release 0.11.2
python3 -m openrlhf.cli.train_ppo_ray \
  --actor.model_name_or_path Qwen/Qwen3-4B-Thinking-2507 \
  --data.prompt_dataset prompts.jsonl --data.label_key answer \
  --train.agent_func_path multiturn_agent.py
