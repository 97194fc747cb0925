"""Command lines that each prove one rule about OpenRLHF, and what the real program does with them.

  witness_cases.py [TAG ...]   (default: every tag that a case names; tags without sources are skipped and named)

The cases cover what oracle.py can decide: argparse, the validation block, placement, the constructor of PolicyLoss.
"""

import os
import sys

import oracle

TAGS = ("v0.10.2", "v0.10.3", "v0.10.4", "v0.11.0", "v0.11.1", "v0.11.2")
FLAT_ERA = ("v0.5.0", "v0.8.0", "v0.9.10", "v0.10.1.post2")
LATE_FLAT_ERA = ("v0.9.10", "v0.10.1.post2")
NOTHING = ""
# a PPO launch that passes; the flags of a case follow it
BASE = "--actor.model_name_or_path m --reward.remote_url r.py --vllm.num_engines 8 --data.prompt_dataset d"
GROUP = "--algo.advantage.estimator group_norm --rollout.n_samples_per_prompt 8"
ONE_NODE = [{"GPU": 8, "CPU": 64}]


def until(tag):
    """The dotted releases up to and including this one."""
    return tuple(one for one in TAGS if one <= tag)


def since(tag):
    """The dotted releases from this one on."""
    return tuple(one for one in TAGS if one >= tag)


def case(rule, argv, expected, entry="train_ppo_ray", cluster=None, tags=TAGS, base=BASE, loss=False):
    """`cluster`: also run the real train(), [] without a limit; `loss`: also construct the real PolicyLoss."""
    words = (base if entry == "train_ppo_ray" else NOTHING).split() + argv.split()
    return {
        "rule": rule,
        "argv": words,
        "expected": expected,
        "entry": entry,
        "cluster": cluster,
        "tags": tags,
        "loss": loss,
    }


def passes(**expected):
    """What else holds: mut (final arguments), nomut (arguments left alone), out and noout (printed), loss, gpus."""
    return {"ok": True, **expected}


def fails(exception, message="", stage="validation"):
    return {"ok": False, "exc_type": exception, "message": message, "stage": stage}


def argparse_error(message):
    return fails("SystemExit", message, "argparse")


def loss_error(message):
    return fails("ValueError", message, "actor_init")


CASES = [
    case("baseline", "", passes()),
    case(
        "reward-source-missing",
        "--actor.model_name_or_path m --vllm.num_engines 1",
        fails("AttributeError", "'NoneType' object has no attribute 'split'"),
        base=NOTHING,
    ),
    case(
        "reward-source-missing(non-gae passes validation)",
        "--actor.model_name_or_path m --vllm.num_engines 1 --algo.advantage.estimator reinforce",
        passes(),
        base=NOTHING,
    ),
    case(
        "reward-source-missing(gae+critic path passes)",
        "--actor.model_name_or_path m --critic.model_name_or_path c --vllm.num_engines 1",
        passes(),
        base=NOTHING,
    ),
    case("agent-overrides-remote-url", "--train.agent_func_path a.py", passes(mut={"reward.remote_url": ["agent"]})),
    case(
        "critic-dropped-non-gae",
        "--critic.model_name_or_path c " + GROUP,
        passes(mut={"critic.model_name_or_path": None}),
    ),
    case(
        "critic-defaults-to-rm",
        "--actor.model_name_or_path m --reward.model_name_or_path rm,rm2 --vllm.num_engines 1",
        passes(mut={"critic.model_name_or_path": "rm"}),
        base=NOTHING,
    ),
    case("critic-defaults-to-actor", "", passes(mut={"critic.model_name_or_path": "m"})),
    case(
        "group-estimator-needs-n>1 rloo",
        "--algo.advantage.estimator rloo",
        fails("AssertionError", "rloo requires n_samples_per_prompt > 1"),
    ),
    case(
        "group-estimator-needs-n>1 group_norm",
        "--algo.advantage.estimator group_norm",
        fails("AssertionError", "group_norm requires"),
    ),
    case(
        "group-estimator-needs-n>1 dr_grpo v0.11",
        "--algo.advantage.estimator dr_grpo",
        fails("AssertionError", "dr_grpo requires"),
        tags=since("v0.11.0"),
    ),
    case(
        "group-estimator-needs-n>1 dr_grpo silent no-op",
        "--algo.advantage.estimator dr_grpo",
        passes(),
        tags=until("v0.10.4"),
    ),
    case(
        "vlm-no-critic",
        "--data.max_images_per_prompt 1",
        fails("AssertionError", "VLM training does not support critic"),
    ),
    case(
        "vlm-no-packing",
        "--data.max_images_per_prompt 1 --ds.packing_samples " + GROUP,
        fails("AssertionError", "VLM training does not support --packing_samples"),
    ),
    case(
        "vlm-packing-hole(dynamic_batch)",
        "--data.max_images_per_prompt 1 --train.dynamic_batch_enable " + GROUP,
        passes(mut={"ds.packing_samples": True}),
    ),
    case(
        "vlm-packing-hole(ring)",
        "--data.max_images_per_prompt 1 --ds.ring_attn_size 2 " + GROUP,
        passes(mut={"ds.packing_samples": True}),
    ),
    case(
        "template-no-braces",
        "--data.input_template Q",
        passes(mut={"data.input_template": None}, out="not in args.data.input_template, set to None"),
    ),
    case("template-backslash-n", "--data.input_template {}\\n", passes(out="contains \\n characters")),
    case(
        "ring-sets-packing",
        "--ds.ring_attn_size 2",
        passes(mut={"ds.packing_samples": True}, out="requires --packing_samples"),
    ),
    case(
        "dynamic-sets-packing",
        "--train.dynamic_batch_enable",
        passes(mut={"ds.packing_samples": True, "rollout.max_tokens_per_gpu": 16192}),
    ),
    case(
        "packing-overrides-attn eager",
        "--ds.packing_samples --ds.attn_implementation eager",
        passes(mut={"ds.attn_implementation": "flash_attention_2"}),
    ),
    case(
        "packing-overrides-attn kernels-community/vllm-flash-attn3",
        "--ds.packing_samples --ds.attn_implementation kernels-community/vllm-flash-attn3",
        passes(mut={"ds.attn_implementation": "flash_attention_2"}),
    ),
    case(
        "packing-keeps flash_attention_3",
        "--ds.packing_samples --ds.attn_implementation flash_attention_3",
        passes(nomut=["ds.attn_implementation"]),
    ),
    case(
        "packing-needs-engines None",
        "--actor.model_name_or_path m --reward.remote_url r.py --ds.packing_samples",
        fails("TypeError", "'>' not supported"),
        base=NOTHING,
    ),
    case(
        "packing-needs-engines 0",
        "--ds.packing_samples --vllm.num_engines 0",
        fails("AssertionError", "Only support `--packing_samples` with vLLM"),
    ),
    case("no-engines passes validation", "--vllm.num_engines 0", passes()),
    case(
        "no-engines dies in train()",
        "--vllm.num_engines 0",
        fails("UnboundLocalError", "max_len", "train"),
        tags=until("v0.10.4"),
        cluster=[],
    ),
    case(
        "no-engines survives train() (dies at first generate)",
        "--vllm.num_engines 0",
        passes(),
        tags=since("v0.11.0"),
        cluster=[],
    ),
    case(
        "vllm-sleep-without-colocate_all",
        "--vllm.enable_sleep",
        passes(mut={"vllm.enable_sleep": False}, out="Set args.vllm.enable_sleep to False"),
    ),
    case(
        "async+sleep w/o colocate_all silently ok",
        "--vllm.enable_sleep --train.async_enable",
        passes(mut={"vllm.enable_sleep": False}),
    ),
    case(
        "async+sleep+colocate_all",
        "--vllm.enable_sleep --train.async_enable --train.colocate_all",
        fails("AssertionError", "Async RLHF is not supported with --vllm"),
    ),
    case(
        "async+colocate_all warns",
        "--train.async_enable --train.colocate_all",
        passes(out="only colocates DeepSpeed models"),
    ),
    case(
        "partial-needs-async",
        "--train.partial_rollout_enable",
        fails("AssertionError", "requires --train.async_enable"),
        tags=since("v0.10.4"),
    ),
    case(
        "partial-needs-async",
        "--train.partial_rollout_enable",
        fails("AssertionError", "--partial_rollout requires --async_train"),
        tags=until("v0.10.3"),
    ),
    case(
        "eval-needs-remote",
        "--actor.model_name_or_path m --reward.model_name_or_path rm --vllm.num_engines 1 --eval.dataset e",
        fails("AssertionError", "`--eval"),
        base=NOTHING,
    ),
    case("eval with agent ok", "--train.agent_func_path a.py --eval.dataset e", passes()),
    case("kl-loss-estimator-hint", "--algo.kl.use_loss", passes(out="Recommend setting k1 to 'k2' or 'k3'")),
    case("kl-reward-estimator-hint", "--algo.kl.estimator k3", passes(out="Recommend setting k3 to 'k1'")),
    case("oversample-needs-async", "--rollout.vllm_generate_batch_size 2048", fails("AssertionError", "requires --")),
    case(
        "vllm_generate_batch_size 0 -> rollout.batch_size",
        "--rollout.vllm_generate_batch_size 0",
        passes(mut={"rollout.vllm_generate_batch_size": 1024}),
    ),
    case("vllm_generate_batch_size < rollout passes", "--rollout.vllm_generate_batch_size 64", passes()),
    case(
        "dynfilter-range",
        "--algo.dynamic_filtering_enable --algo.dynamic_filtering_range 1 0 --rollout.n_samples_per_prompt 8",
        fails("AssertionError", "reward_clip_range[0] must be less"),
    ),
    case(
        "dynfilter-n",
        "--algo.dynamic_filtering_enable",
        fails("AssertionError", "greater than 1 when using dynamic filtering"),
    ),
    case(
        "dynfilter-needs-remote",
        "--actor.model_name_or_path m --reward.model_name_or_path rm --vllm.num_engines 1 --algo.dynamic_filtering_enable --rollout.n_samples_per_prompt 8",
        fails("AssertionError", "must be specified when using dynamic filtering"),
        base=NOTHING,
    ),
    case(
        "sample-batches>=actors",
        "--rollout.batch_size 4",
        fails("AssertionError", "number of sample batches must be greater"),
    ),
    case("sample-batches>=actors (ring relaxes)", "--rollout.batch_size 4 --ds.ring_attn_size 2", passes()),
    case("rollout.micro=0", "--rollout.micro_batch_size 0", fails("ZeroDivisionError")),
    case("ring=0", "--ds.ring_attn_size 0", fails("ZeroDivisionError")),
    case("train.batch_size=0 passes", "--train.batch_size 0", passes()),
    case(
        "placement: actor/ref mismatch",
        "--train.colocate_actor_ref --actor.num_gpus_per_node 4",
        fails("AssertionError", "colocate actor and ref", "train"),
        cluster=[],
    ),
    case(
        "placement: kl=0 skips ref check",
        "--train.colocate_actor_ref --actor.num_gpus_per_node 4 --algo.kl.init_coef 0",
        passes(),
        cluster=[],
    ),
    case(
        "placement: colocate_all actor!=vllm",
        "--train.colocate_all --vllm.num_engines 4",
        fails("AssertionError", "must be equal to vllm_num_engines", "train"),
        cluster=[],
    ),
    case(
        "placement: colocate_all async no vllm check",
        "--train.colocate_all --train.async_enable --vllm.num_engines 3",
        passes(),
        cluster=[],
    ),
    case(
        "placement: colocate_all critic bigger",
        "--train.colocate_all --actor.num_gpus_per_node 4 --ref.num_gpus_per_node 4 --vllm.num_engines 4",
        fails("ValueError", "bundle index 4 is invalid", "train"),
        cluster=[],
    ),
    case(
        "placement: colocate_critic_reward with remote reward still compares reward.num_*",
        "--train.colocate_critic_reward --critic.num_gpus_per_node 2",
        fails("AssertionError", "colocate critic and reward", "train"),
        cluster=[],
    ),
    case(
        "placement: colocate_all + colocate_critic_reward asks for extra PG",
        "--train.colocate_all --train.colocate_critic_reward",
        passes(gpus=16),
        cluster=[],
    ),
    case("placement: default run (gae, remote reward)", "--vllm.num_engines 1", passes(gpus=8 + 8 + 8 + 1), cluster=[]),
    case(
        "placement: default run (gae, RM)",
        "--actor.model_name_or_path m --reward.model_name_or_path rm --vllm.num_engines 1",
        passes(gpus=8 + 8 + 8 + 8 + 1),
        cluster=[],
        base=NOTHING,
    ),
    case(
        "placement: hang on 8 GPUs",
        "--vllm.num_engines 1",
        fails("HANG", "can never be placed", "train"),
        cluster=ONE_NODE,
    ),
    case(
        "placement: hang vllm on 8 GPUs colocate_actor_ref",
        "--train.colocate_actor_ref",
        fails("HANG", "can never be placed", "train"),
        cluster=ONE_NODE,
    ),
    case("placement: colocate_all fits 8", "--train.colocate_all", passes(), cluster=ONE_NODE),
    case(
        "placement: CPU-starved node hangs",
        "--train.colocate_all",
        fails("HANG", "can never be placed", "train"),
        cluster=[{"GPU": 8, "CPU": 4}],
    ),
    case(
        "placement: trainer needs 1 more CPU",
        "--train.colocate_all",
        fails("HANG", "PPOTrainer needs", "train"),
        cluster=[{"GPU": 8, "CPU": 8}],
    ),
    case(
        "placement: RM group reserved though reward model missing",
        "--actor.model_name_or_path m --vllm.num_engines 1 --algo.advantage.estimator reinforce --algo.kl.init_coef 0",
        passes(gpus=8 + 8 + 1),
        cluster=[],
        base=NOTHING,
    ),
    case(
        "placement: tp fp16",
        "--ds.tensor_parallel_size 2 --ds.param_dtype fp16",
        fails("AssertionError", "BF16 is required for tensor parallel", "train"),
        cluster=[],
    ),
    case(
        "sft-multiturn-needs-chat-template",
        "--data.multiturn",
        fails("AssertionError", "apply_chat_template must be enabled"),
        entry="train_sft",
    ),
    case(
        "sft-ring-needs-packing",
        "--ds.ring_attn_size 2",
        fails("AssertionError", "packing_samples must be enabled"),
        entry="train_sft",
    ),
    case(
        "rm-ring-needs-packing",
        "--ds.ring_attn_size 2",
        fails("AssertionError", "packing_samples must be enabled"),
        entry="train_rm",
    ),
    case(
        "dpo-ring-needs-packing",
        "--ds.ring_attn_size 2",
        fails("AssertionError", "packing_samples must be enabled"),
        entry="train_dpo",
    ),
    case(
        "sft-packing-overrides-attn",
        "--ds.packing_samples --ds.attn_implementation sdpa",
        passes(mut={"ds.attn_implementation": "flash_attention_2"}),
        entry="train_sft",
    ),
    case(
        "dpo-ref-default",
        "--model.model_name_or_path m",
        passes(mut={"ref.model_name_or_path": "m"}),
        entry="train_dpo",
    ),
    case(
        "serve_rm packing+eager not checked",
        "--reward.model_name_or_path m --ds.packing_samples --ds.attn_implementation eager",
        passes(nomut=["ds.attn_implementation"]),
        entry="serve_rm",
    ),
    case(
        "lora_combiner required",
        "",
        argparse_error("required: --model_path, --lora_path, --output_path"),
        entry="lora_combiner",
    ),
    # --- v0.11.1: --algo.kl.unbiased_gradient
    case(
        "flag-of-other-release unbiased_gradient",
        "--algo.kl.unbiased_gradient",
        argparse_error("unrecognized arguments: --algo.kl.unbiased_gradient"),
        tags=until("v0.11.0"),
    ),
    case(
        "kl-unbiased-noop: accepted without use_loss, nothing printed",
        "--algo.kl.unbiased_gradient",
        passes(noout="Recommend"),
        tags=since("v0.11.1"),
    ),
    case(
        "kl-unbiased-noop: init_coef 0, nothing printed",
        "--algo.kl.unbiased_gradient --algo.kl.use_loss --algo.kl.init_coef 0",
        passes(noout="Recommend"),
        tags=since("v0.11.1"),
    ),
    case(
        "kl-loss-estimator silenced by unbiased_gradient",
        "--algo.kl.use_loss --algo.kl.unbiased_gradient",
        passes(noout="Recommend"),
        tags=since("v0.11.1"),
    ),
    case(
        "kl-reward-estimator not silenced by unbiased_gradient",
        "--algo.kl.estimator k3 --algo.kl.unbiased_gradient",
        passes(out="Recommend setting k3 to 'k1'"),
        tags=since("v0.11.1"),
    ),
    case("kl-loss-estimator k3 silent", "--algo.kl.use_loss --algo.kl.estimator k3", passes(noout="Recommend")),
    case(
        "abbrev --algo.kl.u was use_loss", "--algo.kl.u", passes(mut={"algo.kl.use_loss": True}), tags=until("v0.11.0")
    ),
    case(
        "abbrev --algo.kl.u now ambiguous",
        "--algo.kl.u",
        argparse_error("ambiguous option: --algo.kl.u could match"),
        tags=since("v0.11.1"),
    ),
    # --- v0.11.2: importance-sampling correction renamed
    case(
        "is-correction-renamed: old flags accepted",
        "--algo.advantage.is_correction_enable --algo.advantage.is_correction_type icepop",
        passes(),
        tags=until("v0.11.1"),
        loss=True,
    ),
    case(
        "is-correction-renamed: enable",
        "--algo.advantage.is_correction_enable",
        argparse_error("unrecognized arguments: --algo.advantage.is_correction_enable"),
        tags=since("v0.11.2"),
    ),
    case(
        "is-correction-renamed: type",
        "--algo.advantage.is_correction_type tis",
        argparse_error("unrecognized arguments: --algo.advantage.is_correction_type tis"),
        tags=since("v0.11.2"),
    ),
    case(
        "flag-of-other-release is_correction_level",
        "--algo.advantage.is_correction_level token",
        argparse_error("unrecognized arguments: --algo.advantage.is_correction_level token"),
        tags=until("v0.11.1"),
    ),
    case(
        "flag-of-other-release loss_agg_mode",
        "--actor.loss_agg_mode token-mean",
        argparse_error("unrecognized arguments: --actor.loss_agg_mode token-mean"),
        tags=until("v0.11.1"),
    ),
    case(
        "is-level-alone-is-mask",
        "--algo.advantage.is_correction_level token",
        passes(
            mut={"algo.advantage.is_correction_mode": "mask"},
            loss=dict(
                is_correction_level="token",
                is_correction_mode="mask",
                is_correction_gating="ratio",
                is_correction_threshold=[0.5, 5.0],
            ),
        ),
        tags=since("v0.11.2"),
        loss=True,
    ),
    case(
        "is default off",
        "",
        passes(loss=dict(is_correction_level="off", token_level_loss=True)),
        tags=since("v0.11.2"),
        loss=True,
    ),
    case(
        "is-threshold-single",
        "--algo.advantage.is_correction_threshold 0.003",
        passes(mut={"algo.advantage.is_correction_threshold": [0.0, 0.003]}),
        tags=since("v0.11.2"),
    ),
    case(
        "is-threshold-single (= form)",
        "--algo.advantage.is_correction_threshold=2",
        passes(mut={"algo.advantage.is_correction_threshold": [0.0, 2.0]}),
        tags=since("v0.11.2"),
    ),
    case(
        "nargs2-arity threshold one value",
        "--algo.advantage.is_correction_threshold 0.003",
        argparse_error("expected 2 arguments"),
        tags=until("v0.11.1"),
    ),
    case(
        "is-threshold-count 0",
        "--algo.advantage.is_correction_threshold",
        argparse_error("expected at least one argument"),
        tags=since("v0.11.2"),
    ),
    case(
        "is-threshold-count 3 (level off too)",
        "--algo.advantage.is_correction_threshold 1 2 3",
        fails("AssertionError", "takes HIGH or LOW HIGH"),
        tags=since("v0.11.2"),
    ),
    case(
        "nargs2-arity threshold three values",
        "--algo.advantage.is_correction_threshold 1 2 3",
        argparse_error("unrecognized arguments: 3"),
        tags=until("v0.11.1"),
    ),
    case(
        "is-threshold-count: the check precedes reward-source-missing",
        "--actor.model_name_or_path m --vllm.num_engines 1 --algo.advantage.is_correction_threshold 1 2 3",
        fails("AssertionError", "takes HIGH or LOW HIGH"),
        tags=since("v0.11.2"),
        base=NOTHING,
    ),
    case(
        "threshold swallows a stray token",
        "--algo.advantage.is_correction_threshold 0.5 5 x",
        argparse_error("invalid float value: 'x'"),
        tags=since("v0.11.2"),
    ),
    case("abbrev is_correction_t", "--algo.advantage.is_correction_t 0.5 5", passes(), tags=since("v0.11.2")),
    case(
        "abbrev is_correction_t",
        "--algo.advantage.is_correction_t 0.5 5",
        argparse_error("ambiguous option"),
        tags=until("v0.11.1"),
    ),
    case(
        "invalid-choice level",
        "--algo.advantage.is_correction_level sequence",
        argparse_error("invalid choice: 'sequence'"),
        tags=since("v0.11.2"),
    ),
    case(
        "invalid-choice mode",
        "--algo.advantage.is_correction_mode clamp",
        argparse_error("invalid choice: 'clamp'"),
        tags=since("v0.11.2"),
    ),
    case(
        "invalid-choice gating",
        "--algo.advantage.is_correction_gating kl",
        argparse_error("invalid choice: 'kl'"),
        tags=since("v0.11.2"),
    ),
    case(
        "is-clip-combo: validation passes",
        "--algo.advantage.is_correction_level seq --algo.advantage.is_correction_mode clip",
        passes(),
        tags=since("v0.11.2"),
    ),
    case(
        "is-clip-combo seq",
        "--algo.advantage.is_correction_level seq --algo.advantage.is_correction_mode clip",
        loss_error("clip requires is_correction_level=token and"),
        tags=since("v0.11.2"),
        loss=True,
    ),
    case(
        "is-clip-combo tv",
        "--algo.advantage.is_correction_level token --algo.advantage.is_correction_mode clip --algo.advantage.is_correction_gating tv --algo.advantage.is_correction_threshold 0.1",
        loss_error("clip requires is_correction_level=token and"),
        tags=since("v0.11.2"),
        loss=True,
    ),
    case(
        "is-clip-combo: even when off",
        "--algo.advantage.is_correction_mode clip --algo.advantage.is_correction_gating binary_kl",
        loss_error("clip requires is_correction_level=token and"),
        tags=since("v0.11.2"),
        loss=True,
    ),
    case(
        "is-clip-combo: off + clip + ratio is fine",
        "--algo.advantage.is_correction_mode clip",
        passes(),
        tags=since("v0.11.2"),
        loss=True,
    ),
    case(
        "is-clip-combo: gspo is checked too",
        "--actor.policy_loss_type gspo --algo.advantage.is_correction_level seq --algo.advantage.is_correction_mode clip",
        loss_error("clip requires is_correction_level=token and"),
        tags=since("v0.11.2"),
        loss=True,
    ),
    case(
        "tis mapping",
        "--algo.advantage.is_correction_level token --algo.advantage.is_correction_mode clip",
        passes(loss=dict(is_correction_level="token", is_correction_mode="clip")),
        tags=since("v0.11.2"),
        loss=True,
    ),
    case(
        "is-gating-upper-only: default threshold, token",
        "--algo.advantage.is_correction_level token --algo.advantage.is_correction_gating binary_kl",
        loss_error("binary_kl takes an upper bound only"),
        tags=since("v0.11.2"),
        loss=True,
    ),
    case(
        "is-gating-upper-only: default threshold, seq tv",
        "--algo.advantage.is_correction_level seq --algo.advantage.is_correction_gating tv",
        loss_error("tv takes an upper bound only"),
        tags=since("v0.11.2"),
        loss=True,
    ),
    case(
        "is-gating-upper-only: single value",
        "--algo.advantage.is_correction_level seq --algo.advantage.is_correction_gating binary_kl --algo.advantage.is_correction_threshold 0.003",
        passes(
            loss=dict(is_correction_threshold=[0.0, 0.003], is_correction_level="seq", is_correction_gating="binary_kl")
        ),
        tags=since("v0.11.2"),
        loss=True,
    ),
    case(
        "is-gating-upper-only: 0 HIGH and negative LOW pass",
        "--algo.advantage.is_correction_level token --algo.advantage.is_correction_gating tv --algo.advantage.is_correction_threshold -1 0.05",
        passes(),
        tags=since("v0.11.2"),
        loss=True,
    ),
    case(
        "is-gating-upper-only: not checked when off",
        "--algo.advantage.is_correction_gating binary_kl",
        passes(),
        tags=since("v0.11.2"),
        loss=True,
    ),
    case(
        "is-band-excludes-one: accepted",
        "--algo.advantage.is_correction_level token --algo.advantage.is_correction_threshold 0.003",
        passes(),
        tags=since("v0.11.2"),
        loss=True,
    ),
    case(
        "is-threshold-order: accepted",
        "--algo.advantage.is_correction_level token --algo.advantage.is_correction_threshold 5 0.5",
        passes(),
        tags=since("v0.11.2"),
        loss=True,
    ),
    case(
        "is-threshold-order: accepted",
        "--algo.advantage.is_correction_enable --algo.advantage.is_correction_threshold 5 0.5",
        passes(),
        tags=until("v0.11.1"),
        loss=True,
    ),
    case(
        "dual-clip-range",
        "--actor.dual_clip 1",
        fails("AssertionError", "dual_clip must be > 1.0", "actor_init"),
        loss=True,
    ),
    # --- v0.11.2: loss aggregation, flash_reinforce
    case(
        "loss-agg seq",
        "--actor.loss_agg_mode seq-mean-token-mean",
        passes(loss=dict(token_level_loss=False)),
        tags=since("v0.11.2"),
        loss=True,
    ),
    case(
        "loss-agg-gspo-noop",
        "--actor.policy_loss_type gspo --actor.loss_agg_mode token-mean",
        passes(loss=dict(token_level_loss=False)),
        tags=since("v0.11.2"),
        loss=True,
    ),
    case("policy loss was always token mean", "", passes(loss=dict(token_level_loss=True)), loss=True),
    case(
        "invalid-choice loss_agg_mode",
        "--actor.loss_agg_mode seq-mean",
        argparse_error("invalid choice: 'seq-mean'"),
        tags=since("v0.11.2"),
    ),
    case(
        "flash_reinforce n=1, critic dropped",
        "--algo.advantage.estimator flash_reinforce --critic.model_name_or_path c",
        passes(mut={"critic.model_name_or_path": None}),
        tags=since("v0.11.2"),
    ),
    case(
        "flash_reinforce unknown before",
        "--algo.advantage.estimator flash_reinforce",
        argparse_error("invalid choice: 'flash_reinforce'"),
        tags=until("v0.11.1"),
    ),
    case(
        "flash-n-samples: n=8 accepted silently",
        "--algo.advantage.estimator flash_reinforce --rollout.n_samples_per_prompt 8",
        passes(noout="Warning"),
        tags=since("v0.11.2"),
    ),
    case(
        "flash-batch-one: accepted",
        "--algo.advantage.estimator flash_reinforce --rollout.batch_size 1 --rollout.micro_batch_size 1 --actor.num_gpus_per_node 1",
        passes(),
        tags=since("v0.11.2"),
    ),
    case(
        "flash + dynamic filtering needs n>1",
        "--algo.advantage.estimator flash_reinforce --algo.dynamic_filtering_enable",
        fails("AssertionError", "greater than 1 when using dynamic filtering"),
        tags=since("v0.11.2"),
    ),
    case(
        "flash + VLM allowed",
        "--algo.advantage.estimator flash_reinforce --data.max_images_per_prompt 1",
        passes(),
        tags=since("v0.11.2"),
    ),
    case(
        "placement: flash_reinforce has no critic",
        "--algo.advantage.estimator flash_reinforce --vllm.num_engines 1",
        passes(gpus=8 + 8 + 1),
        tags=since("v0.11.2"),
        cluster=[],
    ),
    case(
        "placement: IS level reaches train()",
        "--algo.advantage.is_correction_level seq --vllm.num_engines 1",
        passes(gpus=8 + 8 + 8 + 1),
        tags=since("v0.11.2"),
        cluster=[],
    ),
    # --- the flat era: the same runs with the parsers of their time
    case("old-flat-flag", "--pretrain m", argparse_error("unrecognized arguments: --pretrain m")),
    case(
        "old-flat-flag PPO of its time",
        "--pretrain m --remote_rm_url r.py --vllm_num_engines 8 --prompt_data d",
        passes(mut={"critic_pretrain": "m"}),
        tags=FLAT_ERA,
        base=NOTHING,
    ),
    case(
        "dotted flag in the flat era",
        "--actor.model_name_or_path m",
        argparse_error("unrecognized arguments: --actor.model_name_or_path m"),
        tags=FLAT_ERA,
        base=NOTHING,
    ),
    case(
        "is flags of the flat era",
        "--pretrain m --remote_rm_url r.py --vllm_num_engines 8 --enable_vllm_is_correction --vllm_is_correction_type icepop --vllm_is_truncated_threshold 0.5 5",
        passes(),
        tags=LATE_FLAT_ERA,
        base=NOTHING,
    ),
    case(
        "train_ppo of its time",
        "--pretrain m --reward_pretrain rm",
        passes(mut={"critic_pretrain": "rm"}),
        entry="train_ppo",
        tags=("v0.5.0",),
    ),
    case(
        "train_sft of its time",
        "--pretrain m --dataset d --input_template x",
        passes(mut={"input_template": None}),
        entry="train_sft",
        tags=FLAT_ERA,
    ),
    case(
        "train_rm of its time", "--pretrain m --dataset d --packing_samples", passes(), entry="train_rm", tags=FLAT_ERA
    ),
    case(
        "train_dpo of its time",
        "--pretrain m --dataset d",
        passes(mut={"ref_pretrain": "m"}),
        entry="train_dpo",
        tags=FLAT_ERA,
    ),
    case(
        "flash_attn gone since v0.9.10 at the latest",
        "--pretrain m --flash_attn",
        argparse_error("unrecognized arguments: --flash_attn"),
        entry="train_sft",
        tags=LATE_FLAT_ERA,
    ),
    case(
        "cross-entry flag",
        "--actor.model_name_or_path m",
        argparse_error("unrecognized arguments: --actor.model_name_or_path m"),
        entry="train_sft",
    ),
]


def differences(result, expected):
    """What of a result is not as expected."""
    found = []
    if result["ok"] != expected["ok"]:
        found.append(f"ok={result['ok']} {result['exc_type']} {result['message']}")
    for key in ("exc_type", "stage"):
        if key in expected and result[key] != expected[key]:
            found.append(f"{key}={result[key]}")
    if expected.get("message", "") not in (result["message"] or ""):
        found.append(f"message={result['message']}")
    args, loss = result.get("args") or {}, result.get("actor_loss") or {}
    for key, value in expected.get("mut", {}).items():
        if args.get(key, "<none>") != value:
            found.append(f"{key}={args.get(key)}")
    for key in expected.get("nomut", []):
        if key in result.get("mutated", {}):
            found.append(f"mutated {key}")
    for key, value in expected.get("loss", {}).items():
        if loss.get(key, "<none>") != value:
            found.append(f"PolicyLoss.{key}={loss.get(key)}")
    printed = "\n".join(result["stdout"])
    if "out" in expected and expected["out"] not in printed:
        found.append(f"printed {result['stdout']}")
    if "noout" in expected and expected["noout"] in printed:
        found.append(f"printed {result['stdout']}")
    if "gpus" in expected and result["placement"]["total_gpus"] != expected["gpus"]:
        found.append(f"gpus={result['placement']['total_gpus']}")
    return found


def main():
    program = oracle.Oracle()
    wanted = sys.argv[1:]
    checks, failures, absent = {}, 0, set()
    for one in CASES:
        for tag in one["tags"]:
            if wanted and tag not in wanted:
                continue
            if not os.path.isdir(os.path.join(oracle.SRC_ROOT, tag)):
                absent.add(tag)
                continue
            result = program.run(tag, one["entry"], one["argv"], cluster=one["cluster"], actor_loss=one["loss"])
            checks[tag] = checks.get(tag, 0) + 1
            found = differences(result, one["expected"])
            if found:
                failures += 1
                print("FAIL", tag, one["rule"], found)
    print(f"{len(CASES)} cases, {sum(checks.values())} checks, {failures} failures", dict(sorted(checks.items())))
    if absent:
        print("no sources:", *sorted(absent))
    sys.exit(bool(failures))


if __name__ == "__main__":
    main()
