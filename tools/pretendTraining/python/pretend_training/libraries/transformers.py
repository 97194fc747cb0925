"""Tokenizers that leave text as it is."""

from pretend_training.stub import Stub


class AutoTokenizer:
    pad_token = eos_token = "</s>"
    pad_token_id = eos_token_id = 0
    padding_side = "left"

    @classmethod
    def from_pretrained(cls, name, **options):
        return cls()

    def apply_chat_template(self, messages, **options):
        return "".join(f"<{message['role']}>{message['content']}" for message in messages)


class AutoConfig:
    @classmethod
    def from_pretrained(cls, name, **options):
        return cls()


def __getattr__(name):
    if name.startswith("__"):
        raise AttributeError(name)
    return Stub(f"transformers.{name}")
