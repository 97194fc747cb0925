#!/usr/bin/env bash
# construct: source
# known: all
source lib/first.bash
run --train.seed 1
