"""Compares the GPU formula of gpu_demand.py with the real `train()` of each release, on random configurations.

check_gpu_demand.py [-n 1500] [TAG ...]
"""

import argparse
import random
import sys

from gpu_demand import demand, slots
from oracle import Oracle

TAGS = ["v0.10.2", "v0.11.0", "v0.11.1", "v0.11.2"]
CLUSTERS = [
    [],  # no limit: what is asked for is recorded
    [{"GPU": 8, "CPU": 64}],
    [{"GPU": 8, "CPU": 4}],
    [{"GPU": 8, "CPU": 64}, {"GPU": 8, "CPU": 64}],
    [{"GPU": 4, "CPU": 64}] * 3,
]
REWARD_SOURCES = [
    ["--reward.remote_url", "r.py"],
    ["--reward.model_name_or_path", "rm"],
    ["--train.agent_func_path", "a.py"],
]
MOST_SHOWN = 5


def random_argv(tag):
    """A launch with random sizes and colocation."""
    estimators = ["gae", "reinforce", "group_norm"] + (["flash_reinforce"] if tag >= "v0.11.2" else [])
    argv = ["--actor.model_name_or_path", "m"]
    argv += ["--algo.advantage.estimator", random.choice(estimators), "--rollout.n_samples_per_prompt", "2"]
    argv += random.choice(REWARD_SOURCES)
    usual = random.choice([1, 2, 4])
    for group in ("actor", "ref", "critic", "reward"):
        nodes, gpus = random.choice([1, 1, 2]), random.choice([usual, usual, usual, 1, 2, 4])
        argv += [f"--{group}.num_nodes", str(nodes), f"--{group}.num_gpus_per_node", str(gpus)]
    argv += ["--vllm.num_engines", str(random.choice([1, 2, 4]))]
    argv += ["--vllm.tensor_parallel_size", str(random.choice([1, 1, 2, 4]))]
    for switch in ("colocate_all", "colocate_actor_ref", "colocate_critic_reward", "async_enable"):
        if random.random() < 0.4:
            argv.append(f"--train.{switch}")
    return argv + ["--algo.kl.init_coef", random.choice(["0", "0.01", "-1"])]


def agrees(result, wanted, cluster):
    """(whether the real run did what the formula says, the kind of case)"""
    hangs = result["exc_type"] == "HANG"
    if "error" in wanted:
        exception, what, _ = wanted["error"]
        # on a small cluster an earlier request may wait for ever before the error is reached
        return (cluster != [] if hangs else not result["ok"] and result["exc_type"] == exception), f"error: {what}"
    if cluster:
        gpus = wanted["total_gpus"]
        fits = gpus <= slots(cluster) and sum(node["CPU"] for node in cluster) - gpus >= 1  # one CPU for the trainer
        return (result["ok"] if fits else hangs), "fits" if fits else "hangs"
    placement = result["placement"]
    groups = [gpus for kind, _, gpus in wanted["req"] if kind == "pg"]
    bare = sum(gpus for kind, _, gpus in wanted["req"] if kind == "bare")
    same = (
        [group["gpus"] for group in placement["pgs"]] == groups
        and len(placement["bare_gpu_actors"]) == bare
        and placement["total_gpus"] == wanted["total_gpus"]
    )
    return result["ok"] and same, "recorded"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("-n", type=int, default=1500)
    parser.add_argument("tags", nargs="*", default=TAGS)
    options = parser.parse_args()
    oracle = Oracle()
    random.seed(7)
    kinds, checked, bad = {}, 0, 0
    for _ in range(options.n):
        tag = random.choice(options.tags)
        argv, cluster = random_argv(tag), random.choice(CLUSTERS)
        result = oracle.run(tag, "train_ppo_ray", argv, cluster=cluster)
        if result["stage"] in ("argparse", "validation"):
            continue
        checked += 1
        wanted = demand(result["args"])
        ok, kind = agrees(result, wanted, cluster)
        kinds[kind] = kinds.get(kind, 0) + 1
        if ok:
            continue
        bad += 1
        if bad <= MOST_SHOWN:
            print("MISMATCH", tag, argv, cluster, result["exc_type"], result["message"], wanted)
    print(*options.tags, f"checked {checked}, bad {bad}", kinds)
    sys.exit(bool(bad))


if __name__ == "__main__":
    main()
