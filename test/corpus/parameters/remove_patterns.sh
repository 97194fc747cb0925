#!/usr/bin/env bash
# construct: remove-affix, quotes
# known: all
X='a*b*c' P='*'
python3 -m openrlhf.cli.train_sft --a "${X#*\*}" --b "${X##*"*"}" --c "${X%"$P"*}" --d "${X#$P}" --e "${X##$P}" --f "${X#[ab]}" --g "${X%?}" --h "${X#zzz}"
