#!/usr/bin/env bash
# construct: replace, quotes
# known: all
FROM=. TO='-x-'
V=1.2.3
python3 -m openrlhf.cli.train_sft --a "${V//$FROM/$TO}" --b ${V/"$FROM"/} --c "${V//?/z}" --d ${V/%.*/} --e "${V/1*3/all}"
