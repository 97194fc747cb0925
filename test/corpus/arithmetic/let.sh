#!/usr/bin/env bash
# construct: arithmetic
# known: all
N=1
let N=N*4
let "N += 2" M=N-1
((N++))
(( K = N * M, K -= 1 ))
x=$((N++ + ++M))
python3 -m openrlhf.cli.train_sft --n $N --m $M --k $K --x $x
