"""Which settings of the train/rollout correction of two releases are the same?

Runs the REAL `PolicyLoss.forward` of models/loss.py (and the REAL helpers of models/utils.py) of every release on the
same numbers. Flags up to v0.11.1: is_correction_enable, _type, _threshold; in v0.11.2: is_correction_level, _mode,
_gating, _threshold.

  loss_equiv.py
"""

import os
import random
import sys
import types

from oracle import SRC_ROOT
from stubs import StubModule
from tensors import Tensor, torch_module

OLD_TAGS = ("v0.10.2", "v0.10.3", "v0.10.4", "v0.11.0", "v0.11.1")
NEW_TAG = "v0.11.2"
DEFAULT_THRESHOLD = [0.5, 5.0]
BATCHES = 200

# (settings up to v0.11.1, settings of v0.11.2, what is compared)
PAIRS = [
    ({"enable": False}, {"level": "off"}, "no correction"),
    ({"enable": True, "type": "tis"}, {"level": "token", "mode": "clip"}, "tis -> token/clip/ratio"),
    ({"enable": True, "type": "icepop"}, {"level": "token", "mode": "mask"}, "icepop -> token/mask/ratio"),
    ({"enable": True, "type": "seq-mask-tis"}, {"level": "seq", "mode": "mask"}, "seq-mask-tis -> seq/mask/ratio"),
    ({"enable": True, "type": "tis"}, {"level": "token"}, "NOT: enable alone -> level token alone"),
    ({"enable": True, "type": "tis", "loss": "gspo"}, {"level": "token", "loss": "gspo"}, "gspo: any type -> token"),
    ({"enable": True, "type": "icepop", "loss": "gspo"}, {"level": "seq", "loss": "gspo"}, "gspo: any type -> seq"),
]


def load(tag):
    """(the PolicyLoss class, the module models/utils.py) of a release"""
    folder = os.path.join(SRC_ROOT, tag, "openrlhf", "models")
    sys.modules["torch"] = torch_module()
    for name in (
        "torch.nn",
        "torch.nn.functional",
        "torch.distributed",
        "deepspeed",
        "transformers",
        "ring_flash_attn",
    ):
        sys.modules[name] = StubModule(name)
    package = types.ModuleType("models")
    package.__path__ = [folder]
    sys.modules["models"] = package
    for name in ("utils", "loss"):
        path = os.path.join(folder, f"{name}.py")
        module = types.ModuleType(f"models.{name}")
        module.__package__ = "models"
        sys.modules[module.__name__] = module
        with open(path, encoding="utf-8") as file:
            exec(compile(file.read(), path, "exec"), module.__dict__)
    return sys.modules["models.loss"].PolicyLoss, sys.modules["models.utils"]


def make(policy_loss, settings):
    """A PolicyLoss with the settings of its release."""
    threshold = settings.get("threshold", DEFAULT_THRESHOLD)
    if "level" in settings:
        correction = {
            "is_correction_level": settings["level"],
            "is_correction_mode": settings.get("mode", "mask"),
            "is_correction_gating": settings.get("gating", "ratio"),
            "is_correction_threshold": threshold,
        }
    else:
        correction = {
            "enable_vllm_is_correction": settings["enable"],
            "vllm_is_truncated_threshold": threshold,
            "vllm_is_correction_type": settings.get("type", "tis"),
        }
    return policy_loss(
        policy_loss_type=settings.get("loss", "ppo"), token_level_loss=settings.get("token_mean", True), **correction
    )


def random_batch(rnd, rows=4, columns=6, spread=1.0):
    """(log probabilities, those of the old policy, advantages, mask, those of the rollout)"""
    log_probs = [[-rnd.random() * 3 for _ in range(columns)] for _ in range(rows)]
    old = [[value + rnd.gauss(0, 0.1) for value in row] for row in log_probs]
    rollout = [[value + rnd.gauss(0, spread) for value in row] for row in old]
    advantages = [[rnd.gauss(0, 1)] * columns for _ in range(rows)]
    lengths = [rnd.randint(1, columns) for _ in range(rows)]
    mask = [[1.0 if column < length else 0.0 for column in range(columns)] for length in lengths]
    return tuple(map(Tensor, (log_probs, old, advantages, mask, rollout)))


def forward(policy_loss, settings, batch):
    log_probs, old, advantages, mask, rollout = batch
    loss = make(policy_loss, settings)
    return loss.forward(log_probs, old, advantages, action_mask=mask, rollout_log_probs=rollout)


def loss_and_kl(policy_loss, settings, batch):
    result = forward(policy_loss, settings, batch)
    return result[0].item(), (result[3].item() if result[3] is not None else None)


def same(one, other):
    """Equal up to 1e-6: v0.10.2 lacks an epsilon of 1e-8 in the sequence mean."""
    if one is None or other is None:
        return one is other
    if one != one or other != other:
        return one != one and other != other
    return one == other or abs(one - other) <= 1e-6 * max(1, abs(one), abs(other))


def compare_on_random_batches(releases, new):
    print("1. random batches (200 each; thresholds 0.5..5 and 0.9..1.1; token mean and sequence mean)")
    for old_settings, new_settings, what in PAIRS:
        for tag, (old, _) in releases.items():
            rnd = random.Random(11)
            equal_loss = equal_kl = 0
            for _ in range(BATCHES):
                batch = random_batch(rnd, spread=rnd.choice([0.05, 0.5, 1.5]))
                common = {"threshold": rnd.choice([[0.5, 5.0], [0.9, 1.1]]), "token_mean": rnd.random() < 0.5}
                old_loss, old_kl = loss_and_kl(old, {**old_settings, **common}, batch)
                new_loss, new_kl = loss_and_kl(new, {**new_settings, **common}, batch)
                equal_loss += same(old_loss, new_loss)
                equal_kl += same(old_kl, new_kl)
            print(f"  {what:42s} {tag:8s} loss equal {equal_loss}/{BATCHES}  vllm_kl equal {equal_kl}/{BATCHES}")


def compare_on_overflow(releases, new):
    print("2. one token whose rollout probability is so small that the weight overflows (old minus rollout = +800)")
    ones = Tensor([[1.0, 1.0]])
    batch = (-ones, -ones, ones, ones, Tensor([[-801.0, -1.0]]))
    for old_settings, new_settings, what in PAIRS[1:4]:
        losses = {tag: loss_and_kl(old, old_settings, batch)[0] for tag, (old, _) in releases.items()}
        print(f"  {what:42s}", losses, NEW_TAG, loss_and_kl(new, new_settings, batch)[0])


def show_swapped_thresholds(new):
    print("3. low > high (5, 0.5)")
    batch = random_batch(random.Random(3))
    for settings in ({"level": "token", "mode": "clip"}, {"level": "token"}, {"level": "seq"}):
        print("  ", settings, "loss", loss_and_kl(new, {**settings, "threshold": [5.0, 0.5]}, batch)[0])


def show_trust_regions(new):
    print("4. trust regions, single upper bound: share of units dropped at four deltas (spread 0.05 / 0.5)")
    for gating in ("binary_kl", "tv", "ratio"):
        for level in ("token", "seq"):
            shares = []
            for high in (1e-3, 1e-2, 1e-1, 1.0):
                for spread in (0.05, 0.5):
                    rnd = random.Random(5)
                    settings = {"level": level, "gating": gating, "threshold": [0.0, high]}
                    dropped = [forward(new, settings, random_batch(rnd, spread=spread))[4].item() for _ in range(40)]
                    shares.append(round(sum(dropped) / len(dropped), 2))
            print(f"   {gating:9s} {level:5s}", shares)


def show_kl_estimators(releases):
    print("5. compute_approx_kl values, log_probs - log_probs_base = -100 .. 5 (k3 before/after the bound)")
    difference, zeros = Tensor([[-100.0, -11.0, -9.0, 0.0, 5.0]]), Tensor([[0.0] * 5])
    for tag, (_, utils) in releases.items():
        for estimator in ("k1", "k2", "k3"):
            plain = utils.compute_approx_kl(difference, zeros, kl_estimator=estimator).rows[0]
            unbiased = utils.compute_approx_kl(
                difference, zeros, log_probs_old=zeros, kl_estimator=estimator, unbiased_gradient=True
            ).rows[0]
            kept = all(same(one, other) for one, other in zip(plain, unbiased))
            values = [round(value, 4) for value in plain]
            print("  ", tag, estimator, values, "unbiased_gradient keeps the value:", kept)


def main():
    tags = [tag for tag in OLD_TAGS if os.path.isdir(os.path.join(SRC_ROOT, tag))]
    old = {tag: load(tag) for tag in tags}
    newest = load(NEW_TAG)
    new, _ = newest
    compare_on_random_batches(old, new)
    compare_on_overflow(old, new)
    show_swapped_thresholds(new)
    show_trust_regions(new)
    show_kl_estimators({"v0.11.1": old["v0.11.1"], NEW_TAG: newest})


if __name__ == "__main__":
    main()
