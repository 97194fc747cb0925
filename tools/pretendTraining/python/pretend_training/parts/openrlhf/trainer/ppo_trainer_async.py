"""The asynchronous controller takes the same steps here as the other one."""

from openrlhf.trainer.ppo_trainer import Controller
from pretend_training import stopping


class PPOTrainerAsync(Controller):
    pass


PPOTrainerAsync = stopping.StoppableActor(PPOTrainerAsync)
