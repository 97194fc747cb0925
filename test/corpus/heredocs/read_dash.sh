#!/usr/bin/env bash
# construct: heredoc-read, deepspeed
# known: all
	read -rd '' ARGS <<-EOF
		--train.max_epochs 1
		--adam.lr 9e-6
	EOF
deepspeed --module openrlhf.cli.train_sft $ARGS
