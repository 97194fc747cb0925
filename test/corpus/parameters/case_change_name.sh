#!/usr/bin/env bash
# construct: case-change, replace, remove-affix
# known: all
M=Org/Model-Name_7B
SHORT=${M##*/}
SHORT=${SHORT,,}
SHORT=${SHORT//[-_]/}
python3 -m openrlhf.cli.train_sft --ckpt.output_dir out/$SHORT
