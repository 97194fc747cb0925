# class: good
# Ways to define the classes.

# %% an environment between
import torch
from openrlhf.utils.agent import AgentInstanceBase, MultiTurnAgentExecutor


class Environment(AgentInstanceBase):
    max_turns = 1

    def __init__(self, *args, **kwargs):
        self.turn = 0

    async def reset(self, states, **kwargs):
        return {"observation": states["observation"]}

    async def step(self, states, **kwargs):
        self.turn += 1
        reward = self.reward(states)
        return {"rewards": reward, "environment_feedback": "", "done": self.turn >= self.max_turns}

    def reward(self, states):
        raise NotImplementedError


class Exact(Environment):
    def reward(self, states):
        return torch.tensor(float(states["label"] in states["action_text"]))


class AgentExecutor(MultiTurnAgentExecutor):
    def __init__(self):
        super().__init__(Exact)

# %% super with names
import torch
from openrlhf.utils.agent import AgentInstanceBase, MultiTurnAgentExecutor


class AgentInstance(AgentInstanceBase):
    def __init__(self, *args, **kwargs):
        super().__init__(*args, **kwargs)
        self.turn = 0

    async def step(self, states, **kwargs):
        hit = torch.tensor(float(states["label"] in states["action_text"]))
        return {"rewards": hit, "environment_feedback": "", "done": True}


class AgentExecutor(MultiTurnAgentExecutor):
    def __init__(self):
        super(AgentExecutor, self).__init__(agent_instance_cls=AgentInstance)

# %% the base named outright
import torch
from openrlhf.utils.agent import AgentInstanceBase, MultiTurnAgentExecutor


class AgentInstance(AgentInstanceBase):
    def __init__(self, *args, **kwargs):
        pass

    async def step(self, states, **kwargs):
        hit = torch.tensor(float(states["label"] in states["action_text"]))
        return {"rewards": hit, "environment_feedback": "", "done": True}


class AgentExecutor(MultiTurnAgentExecutor):
    def __init__(self):
        MultiTurnAgentExecutor.__init__(self, AgentInstance)

# %% the attribute set by hand
import torch
from openrlhf.utils.agent import AgentInstanceBase, MultiTurnAgentExecutor


class AgentInstance(AgentInstanceBase):
    def __init__(self):
        self.turn = 0

    async def step(self, states, **kwargs):
        hit = torch.tensor(float(states["label"] in states["action_text"]))
        return {"rewards": hit, "environment_feedback": "", "done": True}


class AgentExecutor(MultiTurnAgentExecutor):
    def __init__(self):
        self.agent_instance_cls = AgentInstance

# %% a class attribute
import torch
from openrlhf.utils.agent import AgentInstanceBase, MultiTurnAgentExecutor


class AgentInstance(AgentInstanceBase):
    def __init__(self):
        self.turn = 0

    async def step(self, states, **kwargs):
        hit = torch.tensor(float(states["label"] in states["action_text"]))
        return {"rewards": hit, "environment_feedback": "", "done": True}


class AgentExecutor(MultiTurnAgentExecutor):
    agent_instance_cls = AgentInstance

    def __init__(self):
        pass

# %% a default argument
import torch
from openrlhf.utils.agent import AgentInstanceBase, MultiTurnAgentExecutor


class AgentInstance(AgentInstanceBase):
    def __init__(self, weight=1.0):
        self.weight = weight

    async def step(self, states, **kwargs):
        hit = self.weight * float(states["label"] in states["action_text"])
        return {"rewards": torch.tensor(hit), "environment_feedback": "", "done": True}


class AgentExecutor(MultiTurnAgentExecutor):
    def __init__(self, instance=AgentInstance):
        super().__init__(instance)

# %% an alias
import torch
from openrlhf.utils.agent import AgentInstanceBase as Base
from openrlhf.utils.agent import MultiTurnAgentExecutor as MultiTurn


class Instance(Base):
    def __init__(self, *_, **__):
        pass

    async def step(self, states, **_):
        hit = torch.tensor(float(states["label"] in states["action_text"]))
        return {"rewards": hit, "environment_feedback": "", "done": True}


class MathExecutor(MultiTurn):
    def __init__(self):
        super().__init__(Instance)


AgentExecutor = MathExecutor

# %% classes of another module
# entry: agent.py
from environments.exact import ExactExecutor as AgentExecutor  # noqa: F401

# %% file: environments/exact.py
import torch
from openrlhf.utils.agent import AgentInstanceBase, MultiTurnAgentExecutor


class Exact(AgentInstanceBase):
    def __init__(self, *args, **kwargs):
        pass

    async def step(self, states, **kwargs):
        hit = torch.tensor(float(states["label"] in states["action_text"]))
        return {"rewards": hit, "environment_feedback": "", "done": True}


class ExactExecutor(MultiTurnAgentExecutor):
    def __init__(self):
        super().__init__(Exact)

# %% the base of another module
from environments.base import Environment
from openrlhf.utils.agent import MultiTurnAgentExecutor


class Exact(Environment):
    def reward(self, states):
        return float(states["label"] in states["action_text"])


class AgentExecutor(MultiTurnAgentExecutor):
    def __init__(self):
        super().__init__(Exact)

# %% file: environments/__init__.py

# %% file: environments/base.py
import torch
from openrlhf.utils.agent import AgentInstanceBase


class Environment(AgentInstanceBase):
    def __init__(self, *args, **kwargs):
        self.turn = 0

    async def step(self, states, **kwargs):
        return {"rewards": torch.tensor(self.reward(states)), "environment_feedback": "", "done": True}

    def reward(self, states):
        return 0.0

# %% a mixin
import torch
from openrlhf.utils.agent import AgentInstanceBase, MultiTurnAgentExecutor


class Graded:
    async def step(self, states, **kwargs):
        hit = torch.tensor(float(states["label"] in states["action_text"]))
        return {"rewards": hit, "environment_feedback": "", "done": True}


class AgentInstance(Graded, AgentInstanceBase):
    def __init__(self, *args, **kwargs):
        pass


class AgentExecutor(MultiTurnAgentExecutor):
    def __init__(self):
        super().__init__(AgentInstance)

# %% a class made by a function
import torch
from openrlhf.utils.agent import AgentInstanceBase, MultiTurnAgentExecutor


def instance_with(weight):
    class Instance(AgentInstanceBase):
        def __init__(self, *args, **kwargs):
            self.weight = weight

        async def step(self, states, **kwargs):
            hit = self.weight * float(states["label"] in states["action_text"])
            return {"rewards": torch.tensor(hit), "environment_feedback": "", "done": True}

    return Instance


class AgentExecutor(MultiTurnAgentExecutor):
    def __init__(self):
        super().__init__(instance_with(0.5))

# %% with a script at the end
import asyncio

import torch
from openrlhf.utils.agent import AgentInstanceBase, MultiTurnAgentExecutor


class AgentInstance(AgentInstanceBase):
    """One question, one answer."""

    def __init__(self, *args, **kwargs):
        self.asked = None

    async def reset(self, states, **kwargs):
        self.asked = states["observation"]
        return {"observation": self.asked}

    async def step(self, states, **kwargs):
        hit = torch.tensor(float(states["label"] in states["action_text"]))
        return {"rewards": hit, "environment_feedback": "", "done": True}


class AgentExecutor(MultiTurnAgentExecutor):
    def __init__(self):
        super().__init__(AgentInstance)


async def main():
    instance = AgentInstance()
    print(await instance.reset({"observation": "2 + 2?", "label": "4"}))


if __name__ == "__main__":
    asyncio.run(main())

# %% an async method decorated
import functools

import torch
from openrlhf.utils.agent import AgentInstanceBase, MultiTurnAgentExecutor


def logged(function):
    @functools.wraps(function)
    async def inner(self, states, **kwargs):
        result = await function(self, states, **kwargs)
        result["extra_logs"] = {"length": float(len(states["action_text"]))}
        return result

    return inner


class AgentInstance(AgentInstanceBase):
    def __init__(self, *args, **kwargs):
        pass

    @logged
    async def step(self, states, **kwargs):
        hit = torch.tensor(float(states["label"] in states["action_text"]))
        return {"rewards": hit, "environment_feedback": "", "done": True}


class AgentExecutor(MultiTurnAgentExecutor):
    def __init__(self):
        super().__init__(AgentInstance)

# %% step that returns an awaitable
import asyncio

import torch
from openrlhf.utils.agent import AgentInstanceBase, MultiTurnAgentExecutor


def grade(states):
    hit = torch.tensor(float(states["label"] in states["action_text"]))
    return {"rewards": hit, "environment_feedback": "", "done": True}


class AgentInstance(AgentInstanceBase):
    def __init__(self, *args, **kwargs):
        pass

    def step(self, states, **kwargs):
        return asyncio.to_thread(grade, states)


class AgentExecutor(MultiTurnAgentExecutor):
    def __init__(self):
        super().__init__(AgentInstance)

# %% multi-turn with an execute of its own around
import torch
from openrlhf.utils.agent import AgentInstanceBase, MultiTurnAgentExecutor


class AgentInstance(AgentInstanceBase):
    def __init__(self, *args, **kwargs):
        pass

    async def step(self, states, **kwargs):
        hit = torch.tensor(float(states["label"] in states["action_text"]))
        return {"rewards": hit, "environment_feedback": "", "done": True}


class AgentExecutor(MultiTurnAgentExecutor):
    def __init__(self):
        super().__init__(AgentInstance)

    async def execute(self, *args, **kwargs):
        result = await super().execute(*args, **kwargs)
        result["extra_logs"]["tokens"] = float(len(result["observation_tokens"]))
        return result
