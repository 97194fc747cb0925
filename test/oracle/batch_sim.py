"""The batch arithmetic of training, per rank, as OpenRLHF does it. `check_batch_sim.py` compares it with the real code.

One PPO step (without dynamic batches; the same v0.10.2 to v0.11.2): samples become ceil(samples / rollout.micro)
experiences, `async_run_method_batch` spreads these over the ranks, and a DataLoader that drops the tail makes
micro-batches of the samples of each rank. `train_sft` counts updates in its own way, which changed in v0.11.2.
"""


def chunks(total, ranks):
    """Which of `total` items each rank gets; the last ranks get the rest, possibly nothing."""
    if total == 0 or total < ranks:
        raise ValueError(f"Insufficient batch size: total_length={total}, effective_actors={ranks}")
    size = total // ranks + (1 if total % ranks else 0)
    return [list(range(rank * size, min((rank + 1) * size, total))) for rank in range(ranks)]


def step(samples, rollout_micro, ranks, train_micro, train_batch, epochs=1, zero_stage=2):
    """What one PPO step does on each rank, and what goes wrong in it.

    `ranks` are the effective ranks: GPUs of the actor // ring_attn_size // tensor_parallel_size.
    """
    sizes = [min(rollout_micro, samples - start) for start in range(0, samples, rollout_micro)]
    per_rank = [[sizes[item] for item in chunk] for chunk in chunks(len(sizes), ranks)]
    forwards = [len(experiences) for experiences in per_rank]
    rank_samples = [sum(experiences) for experiences in per_rank]
    micro_batches = [count // train_micro for count in rank_samples]
    accumulation = train_batch // (train_micro * ranks)
    equal = len(set(micro_batches)) == 1
    trains = accumulation > 0 and equal and micro_batches[0] > 0
    made = micro_batches[0] * epochs
    dropped = sum(count - batches * train_micro for count, batches in zip(rank_samples, micro_batches))

    verdict = []
    if zero_stage == 3 and len(set(forwards)) > 1:
        verdict.append("HANG (forward: under ZeRO-3 the ranks make different numbers of forwards)")
    if not equal:
        verdict.append("HANG (training: the ranks make different numbers of micro-batches)")
    if max(micro_batches) == 0:
        verdict.append("NO TRAINING (fewer samples per rank than a micro-batch)")
    if dropped:
        verdict.append(f"DROPS {dropped} samples per epoch (no multiple of the micro-batch)")
    if trains and made % accumulation:
        verdict.append(f"PARTIAL accumulation carries over ({made} micro-batches, {accumulation} per update)")
    if trains and epochs > 1 and micro_batches[0] % accumulation:
        verdict.append("the loss windows of v0.11 are out of phase with DeepSpeed's boundaries")
    return {
        "forwards": forwards,
        "samples": rank_samples,
        "micro_batches": micro_batches,
        "accumulation": accumulation,
        "optimizer_steps": made / accumulation if accumulation and equal else None,
        "verdict": verdict,
    }


def sft_updates(rows, micro, batch, data_parallel, epochs, tag):
    """(updates that train_sft really makes, scheduler steps, steps per epoch, whether it refuses to start).

    `rows` are the samples left after filtering; `data_parallel` is world // ring_attn_size // tensor_parallel_size.
    """
    accumulation = batch // (micro * data_parallel)
    micro_batches = rows // data_parallel // micro  # per rank and epoch: sampler and loader drop the tail
    made = micro_batches * epochs // accumulation
    if tag >= "v0.11.2":
        per_epoch = max(1, micro_batches // accumulation)
        scheduled = made
        refused = micro_batches * epochs < accumulation
    else:
        per_epoch = rows // batch
        scheduled = per_epoch * epochs
        refused = per_epoch <= 0
    return (0 if refused else made), scheduled, per_epoch, refused
