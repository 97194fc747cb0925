#!/usr/bin/env bash
# construct: here-string, word-splitting
# known: all
read -r MODEL LR REST <<< "Qwen/Qwen3-4B 1e-6 --a 1 --b 2"
read -ra WORDS <<< "--x 1 --y 2"
python3 -m openrlhf.cli.train_sft --model.model_name_or_path $MODEL --adam.lr $LR $REST "${WORDS[@]}"
