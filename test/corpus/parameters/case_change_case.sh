#!/usr/bin/env bash
# construct: case-change, case
# known: all
PRECISION=BF16
case ${PRECISION,,} in bf16) D=bf16 ;; *) D=fp32 ;; esac
python3 -m openrlhf.cli.train_sft --ds.param_dtype $D --x ${PRECISION,,}
