# class: single-turn-endpoints-after-init
# Since 0.11.2 the endpoints have to be given to the constructor.

# %% assigned
import os

from openrlhf.utils.agent import SingleTurnAgentExecutor


class AgentExecutor(SingleTurnAgentExecutor):
    def __init__(self):
        super().__init__(None)
        self.reward_endpoints = [os.environ["JUDGE_URL"]]

# %% without an argument
import os

from openrlhf.utils.agent import SingleTurnAgentExecutor


class AgentExecutor(SingleTurnAgentExecutor):
    def __init__(self):
        super().__init__()
        url = os.environ.get("JUDGE_URL", "http://judge/score")
        self.reward_endpoints = [url]

# %% in execute
import os

from openrlhf.utils.agent import SingleTurnAgentExecutor


class AgentExecutor(SingleTurnAgentExecutor):
    def __init__(self):
        super().__init__(remote_rm_url=None)

    async def execute(self, *args, **kwargs):
        self.reward_endpoints = [os.environ["JUDGE_URL"]]
        return await super().execute(*args, **kwargs)
