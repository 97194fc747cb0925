#!/usr/bin/env bash
# construct: functions, redirects
# known: all
run() { python -m openrlhf.cli.train_sft --old "$1"; }
run 1 > a.log
run() { python -m openrlhf.cli.train_sft --new "$1"; }
run 2 2>&1
never_called() { python -m openrlhf.cli.train_sft --never; }
