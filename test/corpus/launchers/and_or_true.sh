#!/usr/bin/env bash
# construct: and-or
# known: all
true && python3 -m openrlhf.cli.train_sft --a 1
false || python3 -m openrlhf.cli.train_sft --a 2
false && python3 -m openrlhf.cli.train_sft --never
true || python3 -m openrlhf.cli.train_sft --never
