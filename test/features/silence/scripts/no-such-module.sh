#!/bin/bash
# openrlhf: release 0.11.2
python3 -m openrlhf.cli.train_everything --data.datset d
