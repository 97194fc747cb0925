#!/usr/bin/env bash
# construct: if, variables
# known: all
A=5 B=abc E=
[ -n "$B" ] && X=1
[ -z "$E" ] && Y=2 || Y=3
[ $A -gt 3 -a $A -le 5 ] && Z=4
[[ $B == a* ]] && P=5
[[ $B =~ ^ab ]] && Q=6
[[ ! $B < abb ]] && R=7
if ! [ "$A" = 6 ]; then S=8; fi
python3 -m openrlhf.cli.train_sft --x $X --y $Y --z $Z --p $P --q $Q --r $R --s $S
