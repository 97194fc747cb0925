"""Training without Ray: one process that stands for all ranks."""

from tqdm import tqdm

from pretend_training import pace, stopping


class Trainer:
    """What `fit` of the trainers of SFT, RM and DPO prints."""

    def __init__(self, strategy=None, train_dataloader=(), max_epochs=1, **options):
        self.strategy = strategy
        self.args = strategy.args
        self.batches = len(train_dataloader)
        self.epochs = max_epochs
        self.done = 0

    def metrics(self, curves, part):
        raise NotImplementedError

    def fit(self, args, consumed_samples=0, num_update_steps_per_epoch=None):
        if self.batches == 0:
            raise ValueError("There are fewer samples than one batch of all ranks.")
        steps = self.batches * self.epochs
        made, seconds = pace.paced(steps)
        pace.announce(steps)
        curves = pace.Curves(self.strategy.seed)
        stopping.save_when_stopped(self.save_checkpoint)
        epochs = tqdm(range(self.epochs), desc="Train epoch")
        bar = None
        while self.done < made:
            epoch, in_epoch = divmod(self.done, self.batches)
            if in_epoch == 0:
                bar = tqdm(range(self.batches), desc=f"Train step of epoch {epoch}")
            pace.wait(seconds)
            self.done += 1
            bar.set_postfix(self.metrics(curves, self.done / steps))
            bar.update()
            if args.ckpt.save_steps > 0 and self.done % args.ckpt.save_steps == 0:
                self.save_checkpoint()
            if self.done % self.batches == 0:
                bar.close()
                epochs.update()

    def save_checkpoint(self):
        tag = f"global_step{self.done}"
        self.strategy.save_ckpt(None, self.args.ckpt.path, tag)
        return tag


class Rows:
    """A dataset of which only the number of rows and the names of its columns matter."""

    collate_fn = None

    def __init__(self, data, columns):
        for row in data:
            for column in columns:
                row[column]
        self._rows = len(data)

    def __len__(self):
        return self._rows
