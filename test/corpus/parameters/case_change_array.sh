#!/usr/bin/env bash
# construct: case-change, arrays
# known: all
A=(Ab cD)
python3 -m openrlhf.cli.train_sft "${A[@],,}" "${A[@]^}" ${A[1]^^}
