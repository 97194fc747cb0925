# construct: guides, variables
# known: all
LR=5e-6
python3 -m openrlhf.cli.train_sft --adam.lr $LR --x {y}
