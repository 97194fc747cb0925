#!/usr/bin/env bash
# construct: eval, cmd-variable
# known: all
cmd="python3 -m openrlhf.cli.train_sft --data.input_template 'User: {}' --ckpt.output_dir \"out dir\""
eval $cmd
