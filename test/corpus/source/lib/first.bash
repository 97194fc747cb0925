source lib/second.bash
run() { if [ "$STAGE" = dpo ]; then python3 -m openrlhf.cli.train_dpo --beta $BETA "$@"; fi; }
