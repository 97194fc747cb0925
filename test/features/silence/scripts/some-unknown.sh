#!/bin/bash
# openrlhf: release 0.11.2
deepspeed --module openrlhf.cli.train_sft --model.model_name_or_path "$MODEL" --data.dataset d
