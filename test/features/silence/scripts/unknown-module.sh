#!/bin/bash
python3 -m "openrlhf.cli.$STAGE" --data.datset d
