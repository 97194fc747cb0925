#!/bin/bash
# openrlhf: release 0.11.2
# deepspeed --module openrlhf.cli.train_sft --data.datset d
