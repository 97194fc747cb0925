AFTER="after $OUT"
python3 -m openrlhf.cli.train_sft --ckpt.output_dir $OUT
