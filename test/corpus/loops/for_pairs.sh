#!/usr/bin/env bash
# construct: loops, remove-affix, word-splitting
# known: all
for pair in "a:1" "b:2"; do
  name=${pair%%:*}
  value=${pair#*:}
  python3 -m openrlhf.cli.train_sft --$name $value
done
for words in "--x 1" "--y 2"; do
  set -- $words
  python3 -m openrlhf.cli.train_sft $1 $2 $words
done
