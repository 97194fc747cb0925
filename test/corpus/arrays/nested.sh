#!/usr/bin/env bash
# construct: nested-expansion, arrays, array-append
# known: all
BASE=(--actor.adam.lr 5e-7 --train.batch_size 128)
COLOCATE=(--train.colocate_all --vllm.enable_sleep --ds.enable_sleep)
ALL=("${BASE[@]}" "${COLOCATE[@]}" --ckpt.output_dir out)
ALL+=("${BASE[@]:0:2}")
python3 -m openrlhf.cli.train_ppo_ray "${ALL[@]}"
