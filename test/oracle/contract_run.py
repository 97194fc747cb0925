"""One file through one release: loaded by the real vLLM actor, run by the real executors, and what comes back through
the real samples generator, experience maker, replay buffer and training step. What is seen becomes a verdict."""

import asyncio
import logging
import re
import traceback
from types import SimpleNamespace

import contract_ray
import torch
from PIL import Image
from contract_ray import ActorHandle, RemoteFailure
from contract_watch import BlockingCalls, Lines
from contract_world import (
    IMAGE_PAD_ID, LABELS, PADS_PER_IMAGE, PROMPTS, TEXTS, Processor, Script, Tokenizer, VllmEngine, settings,
)  # fmt: skip

RANKS = 2


class Messages(logging.Handler):
    """Keeps what OpenRLHF logs."""

    def __init__(self):
        super().__init__()
        self.texts = []

    def emit(self, record):
        self.texts.append(record.getMessage())

    def about(self, start):
        return [text for text in self.texts if text.startswith(start)]


class Strategy:
    """Stands in for DeepSpeed."""

    ring_attn_group = None
    accumulated_gradient = 1

    def __init__(self, args):
        self.args, self.metrics = args, []

    def is_rank_0(self):
        return True

    def backward(self, *_):
        pass

    def optimizer_step(self, *_, **__):
        pass

    def get_grad_norm(self, _):
        return 0.0

    def all_reduce(self, status):
        self.metrics.append(sorted(status))
        return dict(status)


class Workers:
    """The actor model on all ranks: the real replay buffer and training step, on a model without weights."""

    def __init__(self, release, strategy):
        self.release = release
        self.ranks = [self._rank(strategy.args) for _ in range(RANKS)]

    def _rank(self, args):
        strategy = Strategy(args)
        scheduler = SimpleNamespace(get_last_lr=lambda: [0.0])
        return self.release.actor.ActorPPOTrainer(
            strategy, Model(), None, None, scheduler, micro_train_batch_size=args.train.micro_batch_size,
            tokenizer=None, dataloader_pin_memory=False, vllm_engines=None,
        )  # fmt: skip

    def async_run_method_batch(self, method_name, **lists):
        length = len(next(iter(lists.values())))
        ranks = min(RANKS, length)
        size = -(-length // ranks)
        refs = []
        for rank in range(ranks):
            part = {name: values[rank * size : (rank + 1) * size] for name, values in lists.items()}
            calls = [dict(zip(part, values)) for values in zip(*part.values())]
            refs.append(contract_ray.put([getattr(self, f"_{method_name}")(rank, **call) for call in calls]))
        return refs

    def _forward(self, rank, sequences, action_mask, attention_mask, mm_train_inputs_list=None):
        for row, inputs in zip(sequences, mm_train_inputs_list or []):
            features = 0 if inputs is None else len(inputs["pixel_values"])
            pads = int((row == IMAGE_PAD_ID).sum())
            if features != pads:
                raise ValueError(f"Image features and image tokens do not match: tokens: {pads}, features {features}")
        return torch.zeros(action_mask.shape)

    def _append(self, rank, experience):
        self.ranks[rank].replay_buffer.append(experience)

    def async_run_method(self, method_name, kl_ctl=0.0, **_):
        assert method_name == "fit", method_name
        torch.cuda.current_device = lambda: "cpu"
        return [contract_ray.put(rank.ppo_train(kl_ctl)) for rank in self.ranks if len(rank.replay_buffer)]

    def metrics(self):
        return [rank.strategy.metrics for rank in self.ranks if rank.strategy.metrics]


class Model:
    """Stands in for the policy."""

    def train(self):
        pass

    def __call__(self, sequences, action_mask, **_):
        return torch.zeros(action_mask.shape, requires_grad=True), None


class Loader(list):
    """A data loader: (data source, prompts, labels, images), one prompt at a time."""


def loader(case, args):
    labels = case.get("labels") or LABELS
    images = [[Image.new("RGB", (8, 8))]] if args.data.max_images_per_prompt else [None]
    if args.data.label_key is None:
        labels = [""] * len(PROMPTS)
    rows = Loader((["math"], [prompt], [label], list(images)) for prompt, label in zip(prompts_of(args), labels))
    # With filtering the two that teach nothing come first and are replaced; up to 0.11.0 the end of the data throws the
    # whole batch away, so that there is more of it.
    return Loader((rows[4:] + rows[:4]) * 4) if args.algo.dynamic_filtering_enable else rows


def prompts_of(args):
    mark = "<image>" if args.data.max_images_per_prompt else ""
    return [prompt.replace("user\n", "user\n" + mark) for prompt in PROMPTS]


def script(case, first=0):
    questions = [re.search(r"user\n(.*?)<", prompt).group(1) for prompt in PROMPTS]
    return Script({question: case.get("texts") or TEXTS[i] for i, question in enumerate(questions)}, first)


class Run:
    """A case on a release."""

    def __init__(self, release, case, path, own_files):
        self.release, self.case, self.path = release, case, path
        self.args = settings(case.get("launch", []))
        self.tokenizer = Processor() if self.args.data.max_images_per_prompt else Tokenizer()
        self.stage = "load"
        self.messages, self.responses = Messages(), []
        for name in ("openrlhf.utils.agent", "openrlhf.trainer.ppo_utils.samples_generator"):
            logging.getLogger(name).handlers = [self.messages]
        self.lines, self.blocking = Lines(own_files), BlockingCalls(own_files)

    def verdict(self):
        self.lines.start()
        self.blocking.start()
        try:
            noticed = self._train()
        except BaseException as error:
            return self._failure(error)
        finally:
            self.blocking.stop()
            self.lines.stop()
        noticed += self._depends_on_others()
        return {"verdict": "silent", "what": noticed} if noticed else {"verdict": "ok"}

    def _engines(self, count):
        options = {"agent_func_path": self.path} if self.case["role"] == "agent" else {"remote_rm_url": self._urls()}
        pads = {IMAGE_PAD_ID} if self.args.data.max_images_per_prompt else set()

        async def make():
            actor = object.__new__(self.release.vllm_engine.RolloutRayActor)
            await actor.__init__(distributed_executor_backend="uni", num_gpus=1, mm_pad_token_ids=pads, **options)
            return actor

        return [ActorHandle(make) for _ in range(count)]

    def _urls(self):
        return [self.path]

    def _generate_options(self):
        rollout = self.args.rollout
        return dict(
            do_sample=True, max_len=self.args.data.max_len, max_new_tokens=rollout.max_new_tokens, temperature=1.0, top_p=1.0
        )

    def _generator(self, rows, engines):
        generator = self.release.generator.SamplesGenerator(Strategy(self.args), rows, rows, self.tokenizer, engines)
        process = generator._process_response_into_experience

        def noting(response, **options):
            self.responses.append(response)
            return process(response, **options)

        generator._process_response_into_experience = noting
        return generator

    def _train(self):
        VllmEngine.script = script(self.case)
        engines = self._engines(self.args.vllm.num_engines)
        self.stage = "rollout"
        generator = self._generator(loader(self.case, self.args), engines)
        self.blocking.watch(engine.thread for engine in engines)
        samples, *_ = generator.generate_samples(**self._generate_options())
        self.blocking.watch([])
        if self.args.eval.dataset:
            self._evaluate(generator)
        if not samples:
            return ["dynamic filtering drops every group"]
        noticed = self._notice(samples)
        self.stage = "training"
        return noticed + self._notice_metrics(self._step(samples))

    def _evaluate(self, generator):
        self.stage = "evaluation"
        count = self.args.eval.n_samples_per_prompt
        options = self._generate_options() | {"n_samples_per_prompt": count}
        samples = generator.generate_eval_samples(**options)
        compute = getattr(self.release.trainer, "compute_eval_metrics")
        compute(generator.eval_dataloader, samples, count)

    def _notice(self, samples):
        noticed = sorted(self.blocking.noticed)
        rewards = [float(sample.rewards[0]) for sample in samples if sample.rewards is not None]
        if any(reward != reward or reward in (float("inf"), float("-inf")) for reward in rewards):
            noticed.append("rewards are not finite")
        elif self.case["role"] == "reward" and len(rewards) >= 8 and len(set(rewards)) == 1:
            noticed.append("every sample has the same reward")
        if self.case["role"] == "agent" and all(int(one.total_length) >= self.args.data.max_len for one in samples):
            noticed.append("no episode ends before data.max_len is full")
        for text in self.messages.about("Filtered out"):
            if len(set(re.findall(r"'([^']*)'", text))) > 1:
                noticed.append("dynamic filtering drops a group whose scores differ")
                break
        return noticed

    def _notice_metrics(self, metrics):
        noticed = []
        if any(keys != metrics[0][0] for rank in metrics for keys in rank):
            noticed.append("ranks or steps log different metrics")
        logs = {str(name) for response in self.responses for name in response.get("extra_logs") or ()}
        if logs:
            own = {name for rank in self._metrics_without_logs() for keys in rank for name in keys}
            noticed += [f"extra_logs and the trainer both write {name}" for name in sorted(logs & own)]
        return noticed

    def _metrics_without_logs(self):
        """What the trainer logs by itself."""
        responses, self.responses = self.responses, []
        generator, options = self._generator([], []), self._generate_options()
        process = generator._process_response_into_experience
        return self._step([process(response | {"extra_logs": {}}, **options) for response in responses])

    def _step(self, samples):
        """The real training step; the names of the metrics, by rank and step."""
        torch.cuda.current_device = lambda: 0
        strategy = Strategy(self.args)
        workers = Workers(self.release, strategy)
        trainer = self.release.trainer.BasePPOTrainer(strategy, workers, None, None, None, None, self.tokenizer)
        torch.manual_seed(0)  # the samples of a step are shuffled
        trainer.train_step(samples, 1)
        return workers.metrics()

    def _depends_on_others(self):
        """The first samples once more, each in an executor of its own."""
        if self.case.get("random") or self.case["role"] == "server":
            return []
        rows = loader(self.case, self.args)[:2]
        count = self.args.rollout.n_samples_per_prompt

        def outcomes(first, samples):
            VllmEngine.script = script(self.case, first)
            (engine,) = self._engines(1)
            generator = self._generator(rows, [engine])
            for _, prompts, labels, images in rows:
                refs = generator._dispatch_prompts_to_vllm(
                    prompts, labels, images=images, **self._generate_options() | {"n_samples_per_prompt": samples}
                )
                for result in contract_ray.get(refs)[0]:
                    reward, scores = result.get("reward"), result.get("scores")
                    yield (str(prompts), result["observation_tokens"], *map(as_number, (reward, scores)))

        try:
            together = sorted(outcomes(0, count), key=str)
            alone = sorted((one for first in range(count) for one in outcomes(first, 1)), key=str)
        except RemoteFailure:
            return ["a sample by itself fails"]
        return [] if together == alone else ["what a sample gets depends on other samples"]

    def _failure(self, error):
        cause = error.cause if isinstance(error, RemoteFailure) else error
        stage = self.stage
        if stage == "rollout" and not isinstance(error, RemoteFailure):
            stage = "samples"
        swallowed = self.messages.about("[SingleTurnExecutor] Failed to fetch reward from remote RM: ")
        where = [
            frame.name for frame in traceback.extract_tb(cause.__traceback__) if "/openrlhf/" in frame.filename
        ]
        result = {
            "verdict": "fails",
            "stage": stage,
            "where": where[-1] if where else None,
            "type": type(cause).__name__,
            "message": shortened(str(cause)),
        }
        if swallowed:
            # Threads end in any order.
            result["swallowed"] = shortened(min(swallowed).split(": ", 1)[1])
        return result


def as_number(value):
    if isinstance(value, torch.Tensor) or hasattr(value, "tolist"):
        value = value.tolist()
    while isinstance(value, list) and len(value) == 1:
        value = value[0]
    return value


def shortened(text):
    text = re.sub(r"/[^\s'\"]*/(contract-[^/\s'\"]*/)", "", text)
    text = re.sub(r"/[^\s'\"(]*/(openrlhf/)", r"\1", text)
    text = re.sub(r"0x[0-9a-f]+", "0x…", text)
    text = re.sub(r"127\.0\.0\.1[:,] ?\d+", "127.0.0.1:…", text)
    return text if len(text) <= 200 else text[:199] + "…"
