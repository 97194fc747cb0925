"""The critic, as far as the rest of the run talks to it."""

import os

import ray

from openrlhf.models import get_llm_for_sequence_regression
from openrlhf.trainer.ray.launcher import BaseModelActor
from pretend_training import pace


@ray.remote(num_gpus=1)
class CriticModelActor(BaseModelActor):
    def init_model_from_pretrained(self, strategy, pretrain, max_steps):
        self._setup_distributed(strategy)
        self.curves = pace.Curves(strategy.seed + 1)
        critic = get_llm_for_sequence_regression(pretrain, "critic")
        strategy.print(critic)
        self.critic, _, _ = strategy.prepare((critic, {}))

    def forward(self, sequences, action_mask=None, attention_mask=None):
        return self.critic(sequences)

    def fit(self, part, seconds):
        pace.wait(seconds)
        lr = float(self.strategy.args.critic.adam.lr)
        return {"critic_loss": self.curves.move(part, 0.4, 0.08), "critic_lr": lr}

    def save_checkpoint(self, tag):
        args = self.strategy.args
        if not args.ckpt.disable_ds:
            self.strategy.save_ckpt(None, os.path.join(args.ckpt.path, "_critic"), tag)

    def save_model(self):
        self.strategy.save_model(None, None, os.path.join(self.strategy.args.ckpt.output_dir, "critic"))
