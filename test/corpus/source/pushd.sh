#!/usr/bin/env bash
# construct: source, redirects
# known: all
pushd lib > /dev/null
. ./second.bash
popd > /dev/null
(cd lib && . ./run.bash)
python3 -m openrlhf.cli.train_dpo --beta $BETA
