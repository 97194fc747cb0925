# class: single-turn-reward-func
# A method as reward_func is called like any other reward function.

# %% async
from openrlhf.utils.agent import SingleTurnAgentExecutor


class AgentExecutor(SingleTurnAgentExecutor):
    def __init__(self):
        super().__init__(None)
        self.reward_endpoints = ["own"]
        self.reward_func = self.grade

    async def grade(self, queries, prompts, labels):
        return {"rewards": float(labels[0] in queries[0])}

# %% a bare list
from openrlhf.utils.agent import SingleTurnAgentExecutor


class AgentExecutor(SingleTurnAgentExecutor):
    def __init__(self):
        super().__init__(None)
        self.reward_endpoints = ["own"]
        self.reward_func = self.grade

    def grade(self, queries, prompts, labels):
        rewards = [float(label in query) for query, label in zip(queries, labels)]
        return rewards

# %% no endpoints, so that it is never called
from openrlhf.utils.agent import SingleTurnAgentExecutor


def grade(queries, prompts, labels):
    return {"rewards": float(labels[0] in queries[0])}


class AgentExecutor(SingleTurnAgentExecutor):
    def __init__(self):
        super().__init__()
        self.reward_func = grade
