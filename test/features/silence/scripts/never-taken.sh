#!/bin/bash
# openrlhf: release 0.11.2
DEBUG=0
if [ "$DEBUG" = 1 ]; then
  deepspeed --module openrlhf.cli.train_sft --data.datset d
fi
