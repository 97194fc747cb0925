"""Checkpoints that hold a line of text."""

import os


def save(strategy, folder, tag):
    """Writes one, and says so like DeepSpeed's log."""
    target = os.path.join(folder, tag)
    strategy.print(f"[INFO] [Torch] Checkpoint {tag} is about to be saved!")
    os.makedirs(target, exist_ok=True)
    with open(os.path.join(target, "pretend_model_states.txt"), "w", encoding="utf-8") as file:
        file.write(f"No model: pretend training wrote this at {tag}.\n")
    strategy.print(f"[INFO] [Torch] Saved checkpoint {tag} to {target}.")
