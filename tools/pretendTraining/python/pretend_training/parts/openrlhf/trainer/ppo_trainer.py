"""The controller of PPO: real data and real actors, but steps that only take time and print what a run prints."""

import time

import ray
from tqdm import tqdm

from openrlhf.datasets.prompts_dataset import PromptDataset
from openrlhf.datasets.utils import blending_datasets
from openrlhf.utils.logging_utils import init_logger
from openrlhf.utils.utils import get_tokenizer
from pretend_training import pace, stopping
from pretend_training.batch import Batch

logger = init_logger("openrlhf.trainer.ppo_trainer")

# Parts of the time of a step.
GENERATE, FORWARD, TRAIN, BROADCAST = 0.45, 0.15, 0.35, 0.05


class Controller:
    def __init__(self, pretrain, strategy, actor, critic, reward, ref, engines, **generate_options):
        self.strategy = strategy
        self.args = args = strategy.args
        self.groups = {"actor": actor, "critic": critic, "reward": reward, "ref": ref}
        self.engines = engines
        self.prompts = self._prompts(get_tokenizer(pretrain, None, "left", strategy))
        samples = len(self.prompts) * args.rollout.n_samples_per_prompt
        self.max_steps = samples // args.train.batch_size * args.train.num_episodes * args.train.max_epochs
        self.done = 0
        self.curves = pace.Curves(strategy.seed + 2)

    def _prompts(self, tokenizer):
        data = self.args.data
        blended = blending_datasets(
            data.prompt_dataset,
            data.prompt_probs,
            self.strategy,
            self.args.train.seed,
            max_count=data.max_samples,
            dataset_split=data.prompt_split,
        )
        blended = blended.select(range(min(data.max_samples, len(blended))))
        return PromptDataset(blended, tokenizer, self.strategy, input_template=data.input_template)

    def _steps_of_episode(self):
        return -(-len(self.prompts) // self.args.rollout.batch_size)

    def _steps(self):
        return self._steps_of_episode() * self.args.train.num_episodes

    def _part(self):
        """How much of the run is done, 0 to 1."""
        return self.done / self._steps()

    def get_max_steps(self):
        return self.max_steps

    def fit(self):
        steps, seconds = pace.paced(self._steps())
        pace.announce(self._steps())
        bar = None
        while self.done < steps:
            episode, in_episode = divmod(self.done, self._steps_of_episode())
            if in_episode == 0:
                title = f"Episode [{episode + 1}/{self.args.train.num_episodes}]"
                bar = tqdm(range(len(self.prompts)), desc=title)
            left = len(self.prompts) - in_episode * self.args.rollout.batch_size
            status = self._step(seconds, min(left, self.args.rollout.batch_size))
            self.done += 1
            logger.info(f"✨ Global step {self.done}: {status}")
            if self.args.ckpt.save_steps > 0 and self.done % self.args.ckpt.save_steps == 0:
                self.save_checkpoint()
            bar.update(min(left, self.args.rollout.batch_size))

    def _step(self, seconds, prompts):
        times = {}
        with _timed(times, "timing/generation"):
            for _ in tqdm(range(prompts), desc="Generate samples"):
                pace.wait(seconds * GENERATE / prompts)
        with _timed(times, "timing/make_experience"):
            self._forward(seconds * FORWARD)
        reward = self.curves.move(self._part(), 0.2, 0.8)
        logger.info(f"Sample: {[self.prompts[self.done % len(self.prompts)][1], round(reward, 4)]}")
        with _timed(times, "timing/ppo_train"):
            status = self._train(seconds * TRAIN)
        with _timed(times, "timing/broadcast"):
            if self.engines is not None:
                ray.get(self.groups["actor"].async_run_method("broadcast_to_vllm", seconds=seconds * BROADCAST))
        times["timing/step_total"] = sum(times.values())
        return {**status, **times, **self._rollout(reward, prompts)}

    def _forward(self, seconds):
        """Every model looks at the samples, all at the same time."""
        args = self.args
        samples = args.rollout.batch_size * args.rollout.n_samples_per_prompt
        batches = max(1, samples // args.rollout.micro_batch_size)
        world = args.actor.num_nodes * args.actor.num_gpus_per_node
        refs = []
        for name, group in self.groups.items():
            if group is None:
                continue
            each = [Batch(seconds * world / batches)] * batches
            data = {"sequences": each, "attention_mask": each}
            if name != "reward":
                data["action_mask"] = each
            refs.extend(group.async_run_method_batch("forward", **data))
        ray.get(refs)

    def _train(self, seconds):
        refs = []
        if self.groups["critic"] is not None:
            refs.extend(self.groups["critic"].async_run_method("fit", part=self._part(), seconds=seconds))
        if self.done >= self.args.critic.freezing_steps:
            refs.extend(self.groups["actor"].async_run_method("fit", part=self._part(), seconds=seconds))
        status = {}
        for result in ray.get(refs):
            status.update(result)
        return status

    def _rollout(self, reward, prompts):
        return {
            "rollout/reward_mean": reward,
            "rollout/reward_std": self.curves.move(self._part(), 0.45, 0.3),
            "rollout/response_length_mean": self.curves.move(self._part(), 900.0, 2400.0),
            "rollout/truncated_rate": self.curves.move(self._part(), 0.1, 0.02),
            "rollout/num_samples": float(prompts * self.args.rollout.n_samples_per_prompt),
        }

    def save_checkpoint(self):
        tag = f"global_step{self.done}"
        groups = [self.groups[name] for name in ("actor", "critic") if self.groups[name] is not None]
        ray.get([ref for group in groups for ref in group.async_run_method("save_checkpoint", tag=tag)])
        return tag


class _timed:
    def __init__(self, times, name):
        self._times, self._name = times, name

    def __enter__(self):
        self._started = time.monotonic()

    def __exit__(self, *error):
        self._times[self._name] = round(time.monotonic() - self._started, 3)


class PPOTrainer(Controller):
    pass


PPOTrainer = stopping.StoppableActor(PPOTrainer)
