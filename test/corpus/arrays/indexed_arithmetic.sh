#!/usr/bin/env bash
# construct: indexed-elements, arithmetic
# known: all
SIZES=(64 128 256)
N=1
python3 -m openrlhf.cli.train_dpo --train.batch_size ${SIZES[N]} --a ${SIZES[N+1]} --b "${SIZES[$((N - 1))]}" --c $((SIZES[0] * 2))
