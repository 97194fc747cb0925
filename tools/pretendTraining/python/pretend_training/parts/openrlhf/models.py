"""Models that take a while and return what they got."""

from pretend_training import pace


class Actor:
    is_vlm = False

    def __init__(self, pretrain, **options):
        self.pretrain = pretrain
        self.model = self
        self.config = _Config()

    def __call__(self, sequences, *args, **options):
        pace.wait(sequences.seconds)
        return sequences

    def __repr__(self):
        return f"{type(self).__name__}(\n  (model): PretendForCausalLM({self.pretrain})\n)"

    def train(self):
        pass

    def eval(self):
        pass

    def gradient_checkpointing_enable(self, **options):
        pass


class SequenceRegression(Actor):
    mean, std = 0.0, 1.0


class _Config:
    pad_token_id = None


def get_llm_for_sequence_regression(pretrain, kind, **options):
    return SequenceRegression(pretrain)
