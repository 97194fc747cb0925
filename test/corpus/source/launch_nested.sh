#!/usr/bin/env bash
# construct: source, functions
# known: all
source lib/stage.inc one
again() {
  . lib/stage.inc "$1"
}
again two
again three
for size in 7b 13b; do
  source lib/stage.inc "$size"
done
