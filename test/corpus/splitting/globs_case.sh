#!/usr/bin/env bash
# construct: globs, case, if
# known: all
F='data*'
case $F in data*) X=1 ;; esac
[[ $F == "data*" ]] && Y=2
[ "$F" = 'data*' ] && Z=3
python3 -m openrlhf.cli.train_sft --x $X --y $Y --z $Z --f "$F"
