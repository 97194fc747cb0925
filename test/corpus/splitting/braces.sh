#!/usr/bin/env bash
# construct: brace-expansion, several-flags-a-line
# known: all
python3 -m openrlhf.cli.train_sft --data.dataset {train,test}.jsonl --x a{1..3}b --y "{a,b}" --z {single} --w {} --v {a,"b c"}
