#!/usr/bin/env bash
# construct: command-substitution, variables
A=$(echo one two)
B=`echo "three"`
python3 -m openrlhf.cli.train_sft --a $A --b "$B" --c "$(echo four  five)" --d $(echo x)
