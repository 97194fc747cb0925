#!/usr/bin/env bash
# construct: quotes, python-m
# known: all
python -m openrlhf.cli.train_sft --data.input_template 'Question: {}'$'\n''Answer: ' --ckpt.output_dir "out"/'a b'/c\ d \
  --logger.wandb.run_name "say \"hi\" to \$5 and \\ done" --data.dataset "a'b" --data.input_key 'a"b' --x ""  --y ''
