"""Pairs of answers that are only counted."""

from pretend_training import supervised


class RewardDataset(supervised.Rows):
    def __init__(self, data, tokenizer, max_len, strategy, **options):
        keys = strategy.args.data
        super().__init__(data, [keys.chosen_key, keys.rejected_key])
