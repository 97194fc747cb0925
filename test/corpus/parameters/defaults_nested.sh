#!/usr/bin/env bash
# construct: defaults, quotes
# known: all
A= B=b
python3 -m openrlhf.cli.train_sft --x "${A:-${B:-c}}" --y ${A:-"two words"} --z ${A:-two words} --w "${A:-"in quotes"}" --v "${A:-'kept'}" --u ${A:-'gone'}
