#!/usr/bin/env bash
# construct: replace, string-append
# known: all
LR=5e-7 BETA=0.1
NAME="lr${LR//-/m}_beta${BETA/./p}"
NAME=${NAME//_/__}
python3 -m openrlhf.cli.train_dpo --logger.wandb.run_name $NAME
