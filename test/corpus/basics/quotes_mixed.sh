#!/usr/bin/env bash
# construct: quotes, variables, word-splitting
# known: all
A='two words' B="it's" C=plain
python3 -m openrlhf.cli.train_rm --a "$A" --b $A --c "$B"$C --d '$A' --e \$A --f "\$A" --g "a\nb" --h 'a\nb' --i a\nb
