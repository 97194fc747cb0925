"""The trainer of reward models."""

from pretend_training import supervised


class RewardModelTrainer(supervised.Trainer):
    def metrics(self, curves, part):
        return {"loss": curves.move(part, 0.69, 0.2), "acc": curves.move(part, 0.5, 0.85), "lr": float(self.args.adam.lr)}
