#!/usr/bin/env bash
# construct: slices, variables
# known: all
HASH=abcdef123456
N=3
python3 -m openrlhf.cli.train_sft --a ${HASH:0:6} --b ${HASH:6} --c ${HASH: -4} --d "${HASH:2:-2}" --e ${HASH:N:1} --f ${HASH:$((N+1)):N} --g x${HASH:20}
