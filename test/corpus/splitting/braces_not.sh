#!/usr/bin/env bash
# construct: brace-expansion, quotes, variables
# known: all
N=3
A="{a,b}"
python3 -m openrlhf.cli.train_rm --a {1..$N} --b $A --c {"a,b"} --d {a, b} --e \{a,b} --f {a..b..c} --g {{a,b},c}d
