"""Conversations that are only counted."""

from pretend_training import supervised


class SFTDataset(supervised.Rows):
    def __init__(self, data, tokenizer, max_len, strategy, **options):
        super().__init__(data, [strategy.args.data.input_key])
