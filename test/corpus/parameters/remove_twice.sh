#!/usr/bin/env bash
# construct: remove-affix, functions, local
# known: all
base() { local p=${1##*/}; NAME=${p%.*}; }
base /a/b/file.tar.gz
python3 -m openrlhf.cli.train_sft --x $NAME --y "${NAME%.tar}"
