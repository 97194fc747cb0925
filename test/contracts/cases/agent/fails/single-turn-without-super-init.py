# class: single-turn-without-super-init
# Since 0.11.2 SingleTurnAgentExecutor keeps an iterator that its constructor makes.

# %% attributes by hand
import os

from openrlhf.utils.agent import SingleTurnAgentExecutor


class AgentExecutor(SingleTurnAgentExecutor):
    def __init__(self):
        self.reward_endpoints = [os.environ["JUDGE_URL"]]
        self.reward_func = None

# %% a URL of a helper
import os

from openrlhf.utils.agent import SingleTurnAgentExecutor


def urls():
    return [os.environ.get("JUDGE_URL", "http://judge/score")]


class Judged(SingleTurnAgentExecutor):
    def __init__(self):
        self.name = "judged"
        self.reward_endpoints = urls()
        self.reward_func = None


AgentExecutor = Judged

# %% in a method
import os

from openrlhf.utils.agent import SingleTurnAgentExecutor


class AgentExecutor(SingleTurnAgentExecutor):
    def __init__(self):
        self._connect(os.environ["JUDGE_URL"])

    def _connect(self, *urls):
        self.reward_endpoints = list(urls)
        self.reward_func = None
