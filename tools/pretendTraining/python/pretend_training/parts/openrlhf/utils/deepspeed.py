"""A strategy without a process group: ranks and their number come from the environment."""

import os
import time

from pretend_training import checkpoints


class DeepspeedStrategy:
    ring_attn_group = None

    def __init__(self, seed=42, micro_train_batch_size=1, train_batch_size=1, args=None, **options):
        self.args = args
        self.seed = seed
        self.micro_train_batch_size = micro_train_batch_size
        self.train_batch_size = train_batch_size
        self.world_size = 1
        self.accumulated_gradient = 1

    def setup_distributed(self, timeout=None):
        self.print(f"[{time.strftime('%Y-%m-%d %H:%M:%S')}] [INFO] [comm.py:821:init_distributed] cdb=None")
        self.world_size = int(os.environ.get("WORLD_SIZE", "1"))
        self.accumulated_gradient = self._global_batch() // self.micro_train_batch_size // self.world_size

    def prepare(self, *models):
        prepared = [self._prepare(model) for model in models]
        return prepared[0] if len(prepared) == 1 else prepared

    def _prepare(self, model):
        if not isinstance(model, tuple):
            return model
        self._check_batch()
        return model[0], None, None

    def _check_batch(self):
        """DeepSpeed's own check when it sets up an engine that trains."""
        if getattr(self.args.train, "dynamic_batch_enable", False):
            return
        micro, steps, world = self.micro_train_batch_size, self.accumulated_gradient, self.world_size
        assert self._global_batch() == micro * steps * world, (
            "Check batch related parameters. train_batch_size is not equal to micro_batch_per_gpu * "
            f"gradient_acc_step * world_size {self._global_batch()} != {micro} * {steps} * {world}"
        )

    def _global_batch(self):
        ds = self.args.ds
        return self.train_batch_size * getattr(ds, "ring_attn_size", 1) * getattr(ds, "tensor_parallel_size", 1)

    def setup_dataloader(self, data, batch_size, *args, **options):
        return range(len(data) // max(1, batch_size * self.world_size))

    def get_ds_train_config(self, *args, **options):
        return {}

    get_ds_eval_config = get_ds_train_config

    def print(self, *message):
        if self.is_rank_0():
            print(*message, flush=True)

    def is_rank_0(self):
        return self.get_rank() == 0

    def get_rank(self):
        return int(os.environ.get("RANK", "0"))

    def save_ckpt(self, model, folder, tag, *args, **options):
        if self.is_rank_0():
            checkpoints.save(self, folder, tag)

    def load_ckpt(self, model, folder, **options):
        self.print(f"Warning: [deepspeed] No checkpoint found at {folder}, skipping checkpoint loading.")
        return None, {}

    def save_model(self, model, tokenizer, folder, **options):
        if self.is_rank_0():
            os.makedirs(folder, exist_ok=True)
            self.print(f"Saved the model to {folder}")

    def _unwrap_model(self, model):
        return model
