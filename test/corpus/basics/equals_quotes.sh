#!/usr/bin/env bash
# construct: flag-equals-value, several-flags-a-line, quotes
# known: all
NAME=abl
python -m openrlhf.cli.train_sft '--data.input_template=User: {}\nAssistant: ' "--ckpt.output_dir=out/$NAME" \
  --logger.wandb.run_name=sft" "$NAME --data.dataset="./data/with space.jsonl" --data.max_len=4"096"
