#!/usr/bin/env bash
# construct: remove-affix, string-append, variables
# known: all
CKPT=./ckpt/7b_llama/
CKPT=${CKPT%/}
NAME=${CKPT##*/}
NAME=${NAME%_*}_dpo
python3 -m openrlhf.cli.train_dpo --ckpt.output_dir "${CKPT%/*}/${NAME}"
