#!/usr/bin/env bash
# construct: source, command-substitution
# known: all
# folder: any
SCRIPT_DIR="$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)"
source "${SCRIPT_DIR}/lib/launch.bash"
launch --train.seed 1 --x "a b"
