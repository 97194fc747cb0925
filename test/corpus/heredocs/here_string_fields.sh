#!/usr/bin/env bash
# construct: here-string, variables
# known: all
SPEC=Qwen/Qwen3-4B:8:1e-6
IFS=: read -r MODEL GPUS LR <<< "$SPEC"
IFS=/ read ORG NAME <<<$MODEL
python3 -m openrlhf.cli.train_rm --model.model_name_or_path $MODEL --g $GPUS --adam.lr $LR --org $ORG --name $NAME
