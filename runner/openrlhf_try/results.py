"""Checks of what a file under trial returns for a sample."""

import math

from .values import measure, shown, text_of

RESERVED = {
    "reward", "score", "kl", "logprobs_diff", "return", "group_reward_std", "response_clip_ratio", "ppo_clip_ratio", "ppo_kl", "vllm_kl",
}  # fmt: skip


class Results:
    """Numbers, scores and logs, by what becomes of them in the trainer."""

    def __init__(self, tell, filtering):
        self.tell, self.filtering, self.log_keys = tell, filtering, None

    def number(self, name, value, place):
        kind, numbers = measure(value)
        if kind == "other" or len(numbers) != 1:
            self.tell.violation("rf-reward-shape", place, key=name, value=shown(value))
        elif kind == "int" and name == "rewards":
            self.tell.violation("rf-int-reward", place, value=shown(value))
        elif not math.isfinite(numbers[0]):
            self.tell.violation("not-finite", place, key=name, value=shown(value))

    def scores(self, score, missing, place):
        bounds = self.filtering
        if missing:
            if bounds:
                self.tell.violation("rf-scores-missing", place)
            return
        kind, numbers = measure(score)
        if kind == "other" or len(numbers) != 1:
            self.tell.violation("rf-reward-shape", place, key="scores", value=shown(score))
        elif bounds and not bounds[0] <= numbers[0] <= bounds[1]:
            self.tell.violation("rf-scores-range", place, value=shown(score))

    def logs(self, logs, place):
        if not hasattr(logs, "items"):
            self.tell.violation("rf-extra-logs-type", place, key="extra_logs", value=shown(logs))
            return
        for key, value in logs.items():
            kind, numbers = measure(value)
            # The first element of a torch tensor is taken.
            right = bool(numbers) if type(value).__module__ == "torch" else len(numbers) == 1
            if kind == "other" or not right:
                self.tell.violation("rf-extra-logs-type", place, key=text_of(key), value=shown(value))
            if key in RESERVED:
                self.tell.violation("rf-extra-logs-reserved", place, key=text_of(key))
        keys = sorted(map(text_of, logs))
        if self.log_keys is None:
            self.log_keys = keys
        elif keys != self.log_keys:
            self.tell.violation("rf-extra-logs-keys", place, value=", ".join(keys), other=", ".join(self.log_keys))
