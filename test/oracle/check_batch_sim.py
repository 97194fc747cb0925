"""Compares batch_sim.py with the real code of each release on random sizes.

  check_batch_sim.py [TAG ...]

`chunks` is compared with `RayActorGroup.async_run_method_batch`; `sft_updates` with the expressions of cli/train_sft.py
and trainer/sft_trainer.py, taken from their syntax trees, and with the real `DistributedSampler`.
"""

import ast
import contextlib
import importlib
import math
import os
import random
import sys
from types import SimpleNamespace

import oracle
from batch_sim import chunks, sft_updates
from fake_ray import World, make_fake_ray

TAGS = ["v0.10.2", "v0.11.0", "v0.11.1", "v0.11.2"]
CASES = 400


@contextlib.contextmanager
def real_modules(tag):
    """The real modules of a release, importable on a pretend Ray."""
    program = oracle.Oracle()
    finder = program.finder
    finder.real = oracle.REAL_TRAIN | {"openrlhf.utils.distributed_sampler"}
    finder.world_api = make_fake_ray(World(None))
    program.activate((tag, "batch"))
    sys.meta_path.insert(0, finder)
    try:
        yield
    finally:
        sys.meta_path.remove(finder)


def real_chunks(actor_group, total, ranks, duplicates):
    """What each rank really gets, or the text of the error. `duplicates` actors share the data of a rank."""
    got = []
    handler = SimpleNamespace(
        execute_batch=SimpleNamespace(remote=lambda method, ref, start, end: got.append(ref.value["x"][start:end]))
    )
    group = actor_group.__new__(actor_group)
    group._actor_handlers = [handler] * (ranks * duplicates)
    group.duplicate_actors = duplicates
    try:
        group.async_run_method_batch("forward", x=list(range(total)))
    except ValueError as error:
        return str(error)
    return got[::duplicates]


def our_chunks(total, ranks):
    try:
        return chunks(total, ranks)
    except ValueError as error:
        return str(error)


def check_chunks(tag):
    actor_group = importlib.import_module("openrlhf.trainer.ray.launcher").RayActorGroup
    bad = 0
    for _ in range(CASES):
        total, ranks, duplicates = random.randint(0, 40), random.randint(1, 9), random.choice([1, 1, 2])
        real, ours = real_chunks(actor_group, total, ranks, duplicates), our_chunks(total, ranks)
        if isinstance(real, str) and isinstance(ours, str):
            bad += not real.startswith("Insufficient batch size")
        else:
            bad += real != ours
    print(f"{tag} chunks: {CASES} cases, {bad} bad")
    return bad


def syntax_tree(tag, path):
    with open(os.path.join(oracle.SRC_ROOT, tag, "openrlhf", path), encoding="utf-8") as file:
        return ast.parse(file.read())


def assignments(tree, names):
    """The expressions that are assigned to these names."""
    return {
        target.id: node.value
        for node in ast.walk(tree)
        if isinstance(node, ast.Assign)
        for target in node.targets
        if isinstance(target, ast.Name) and target.id in names
    }


def condition_of_value_error(tree):
    """The test of the `if` that raises a ValueError."""
    return next(
        node.test
        for node in ast.walk(tree)
        if isinstance(node, ast.If)
        and any(isinstance(child, ast.Raise) and "ValueError" in ast.dump(child) for child in node.body)
    )


def evaluate(expression, names):
    code = compile(ast.Expression(expression), "expression", "eval")
    return eval(code, {"math": math, "len": len, "max": max}, names)


def check_sft_updates(tag):
    sampler = importlib.import_module("openrlhf.utils.distributed_sampler").DistributedSampler
    count = assignments(syntax_tree(tag, "cli/train_sft.py"), {"num_update_steps_per_epoch", "max_steps"})
    refusal = condition_of_value_error(syntax_tree(tag, "trainer/sft_trainer.py"))
    bad = 0
    for _ in range(CASES):
        micro, data_parallel = random.choice([1, 2, 4]), random.choice([1, 2, 8])
        accumulation, epochs = random.choice([1, 2, 4, 8]), random.choice([1, 2, 3])
        batch = micro * data_parallel * accumulation
        rows = random.randint(1, 4 * batch)
        shard = sampler(range(rows), num_replicas=data_parallel, rank=0, shuffle=False, drop_last=True)
        loader = range(shard.num_samples // micro)
        names = {
            "train_dataset": range(rows),
            "train_dataloader": loader,
            "strategy": SimpleNamespace(accumulated_gradient=accumulation),
            "args": SimpleNamespace(train=SimpleNamespace(batch_size=batch, max_epochs=epochs)),
        }
        per_epoch = evaluate(count["num_update_steps_per_epoch"], names)
        scheduled = evaluate(count["max_steps"], {**names, "num_update_steps_per_epoch": per_epoch})
        trainer = SimpleNamespace(train_dataloader=loader, epochs=epochs)
        refusal_names = {"num_update_steps_per_epoch": per_epoch, "accumulated_gradient": accumulation, "self": trainer}
        real = (scheduled, per_epoch, evaluate(refusal, refusal_names))
        bad += sft_updates(rows, micro, batch, data_parallel, epochs, tag)[1:] != real
    print(f"{tag} sft_updates: {CASES} cases, {bad} bad")
    return bad


def main():
    random.seed(3)
    bad = 0
    for tag in sys.argv[1:] or TAGS:
        with real_modules(tag):
            bad += check_chunks(tag) + check_sft_updates(tag)
    sys.exit(bool(bad))


if __name__ == "__main__":
    main()
