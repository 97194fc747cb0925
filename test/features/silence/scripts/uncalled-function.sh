#!/bin/bash
# openrlhf: release 0.11.2
train() {
  deepspeed --module openrlhf.cli.train_sft --data.datset d
}
other=1
