#!/usr/bin/env bash
# construct: background, loops
# known: all
# order: any
for port in 5000 5001; do
  python -m openrlhf.cli.serve_rm --port $port &
done
wait
