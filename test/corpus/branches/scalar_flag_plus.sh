#!/usr/bin/env bash
# construct: scalar-flag, defaults
# known: all
PACK=1
EAGER=
python3 -m openrlhf.cli.train_sft ${PACK:+--ds.packing_samples} ${EAGER:+--vllm.enforce_eager} ${PACK:+--train.seed "$PACK"}
