#!/usr/bin/env bash
# construct: defaults, variables
# known: all
LR=1e-6 EMPTY=
unset NOT
python3 -m openrlhf.cli.train_sft --a ${LR:-5e-7} --b "${EMPTY:-fallback}" --c "${EMPTY-kept}" --d "${NOT-unset default}" --e ${NOT:=assigned} --f $NOT --g "${LR:+alt $LR}"
