#!/usr/bin/env bash
# construct: source, functions, if
# known: all
source lib/first.bash
run --train.seed 1
