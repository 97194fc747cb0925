#!/usr/bin/env bash
# construct: word-splitting, scalar-flag
# known: all
E= S=" "
python3 -m openrlhf.cli.train_sft --a $E$E --b "$E" --c $S --d ""$E --e x$S --f $S"y"
