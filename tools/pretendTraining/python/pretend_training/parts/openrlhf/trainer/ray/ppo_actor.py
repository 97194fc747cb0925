"""The policy, as far as the rest of the run talks to it."""

import os

import ray
from tqdm import tqdm

from openrlhf.models import Actor
from openrlhf.trainer.ray.launcher import BaseModelActor
from pretend_training import pace


@ray.remote(num_gpus=1)
class PolicyModelActor(BaseModelActor):
    def init_model_from_pretrained(self, strategy, pretrain, max_steps=None, vllm_engines=None):
        self._setup_distributed(strategy)
        self.curves = pace.Curves(strategy.seed)
        actor = Actor(pretrain)
        strategy.print(actor)
        self.actor, _, _ = strategy.prepare((actor, {}))

    def forward(self, sequences, action_mask=None, attention_mask=None):
        return self.actor(sequences)

    def fit(self, part, seconds):
        """One training on the samples of a step, as many batches as the arguments say."""
        args = self.strategy.args
        samples = args.rollout.batch_size * args.rollout.n_samples_per_prompt
        batches = max(1, samples // args.train.micro_batch_size // self._world_size)
        status = {}
        for epoch in range(args.train.max_epochs):
            bar = tqdm(
                range(batches),
                desc=f"Train epoch [{epoch + 1}/{args.train.max_epochs}]",
                disable=not self.strategy.is_rank_0(),
            )
            for _ in bar:
                pace.wait(seconds / args.train.max_epochs / batches)
                status = self._status(part)
                bar.set_postfix({
                    "act_loss": status["policy_loss"],
                    "reward": status["reward"],
                    "return": status["return"],
                    "gen_len": status["response_length"],
                    "tot_len": status["total_length"],
                    "kl": status["kl"],
                    "act_lr": status["actor_lr"],
                    "grad_norm": status["actor_grad_norm"],
                })  # fmt: skip
        return status

    def _status(self, part):
        curves = self.curves
        length = curves.move(part, 900.0, 2400.0)
        reward = curves.move(part, 0.2, 0.8)
        return {
            "policy_loss": curves.move(part, 0.02, 0.004),
            "actor_grad_norm": curves.move(part, 0.9, 0.3),
            "actor_lr": float(self.strategy.args.actor.adam.lr),
            "ppo_clip_ratio": curves.move(part, 0.01, 0.002),
            "ppo_kl": curves.move(part, 1e-4, 6e-4),
            "kl": curves.move(part, 1e-4, 8e-3),
            "reward": reward,
            "return": reward,
            "response_length": length,
            "total_length": length + 140.0,
        }

    def broadcast_to_vllm(self, seconds):
        pace.wait(seconds)

    def save_checkpoint(self, tag):
        args = self.strategy.args
        if not args.ckpt.disable_ds:
            self.strategy.save_ckpt(None, os.path.join(args.ckpt.path, "_actor"), tag)
        if args.ckpt.save_hf:
            self.strategy.save_model(None, None, os.path.join(args.ckpt.path, f"{tag}_hf"))

    def save_model(self):
        self.strategy.save_model(None, None, self.strategy.args.ckpt.output_dir)
