#!/usr/bin/env bash
# construct: source, local
# known: all
# folder: any
. $(dirname $0)/lib/launch.bash
. "$(dirname "$0")/train.env"
launch --actor.model_name_or_path $MODEL
