#!/usr/bin/env bash
# construct: arithmetic
# known: all
A=7 B=3
python3 -m openrlhf.cli.train_sft --a $((A % B)) --b $((A ** 2)) --c $((-A / B)) --d $((A > B ? 10 : 20)) --e $((A << 2 | 1)) --f $(( (A + B) * 2 )) --g $((!A)) --h $((A == 7 && B != 2)) --i $((~A ^ 5)) --j $((0x1f + 010)) --k $((2#101))
