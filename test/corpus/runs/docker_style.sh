#!/usr/bin/env bash
# construct: bash-c, quotes, variables, and-or
# known: all
WORKDIR=/openrlhf
CMD="cd ${WORKDIR} ; pip install -e . --no-deps && \
python3 -m openrlhf.cli.train_dpo \
  --beta 0.1 \
  --logger.wandb.run_name \"dpo \$(date +%F)\" \
  --ckpt.output_dir ${WORKDIR}/out"
bash -c "$CMD"
