"""The trainer of supervised fine-tuning."""

from pretend_training import supervised


class SFTTrainer(supervised.Trainer):
    def metrics(self, curves, part):
        return {"gpt_loss": curves.move(part, 1.8, 0.7), "lr": float(self.args.adam.lr), "grad_norm": curves.move(part, 2.0, 0.6)}
