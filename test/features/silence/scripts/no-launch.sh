#!/bin/bash
# Prepares the data; nothing is trained here.
mkdir -p data
python3 -c 'print("prompts")' >data/prompts.jsonl
