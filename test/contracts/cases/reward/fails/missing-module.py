# class: missing-module
# A module that the workers do not have.

# %% misspelled
import troch


def reward_func(queries, prompts, labels):
    return {"rewards": troch.tensor([1.0])}

# %% of another project
from my_company_rewards.math import grade_math


def reward_func(queries, prompts, labels, **kwargs):
    return {"rewards": grade_math(queries[0], labels[0])}

# %% a name that OpenRLHF does not have
from openrlhf.utils.reward_utils import boxed_reward


def reward_func(queries, prompts, labels):
    return dict(rewards=boxed_reward(queries[0], labels[0]))

# %% an agent class that OpenRLHF does not have
from openrlhf.utils.agent import RewardFunctionBase


class Reward(RewardFunctionBase):
    pass


reward_func = Reward()
