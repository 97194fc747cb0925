"""The agent of train_agent.sh: the model answers, hears that it was wrong, and may answer again.

train_agent.sh names this file. It was made from the template “multiturn-agent”: OpenRLHF: New Reward Function or Agent…
"""

import re

import torch
from openrlhf.utils.agent import AgentInstanceBase, MultiTurnAgentExecutor

MAX_TURNS = 3

# What stands between an answer of the model and its next one. Feedback is appended as it is, so the marks of the chat
# template belong to it; these are those of ChatML, which Qwen models use.
FEEDBACK = "\n<|im_start|>user\n{text}<|im_end|>\n<|im_start|>assistant\n"

SPECIAL_TOKENS = re.compile(r"<\|[^|<>]*\|>|</s>|<end_of_turn>")


class AgentInstance(AgentInstanceBase):
    """The environment of one sample."""

    def __init__(self, *args, **kwargs):
        self.turns = 0

    async def reset(self, states, **kwargs):
        """The text that the model starts from; `states` has the prompt as "observation", and the "label"."""
        return {"observation": states["observation"]}

    async def step(self, states, **kwargs):
        """What comes of an answer; `states` has "observation_text", "action_text", "label" and "sampling_params"."""
        self.turns += 1
        answer = SPECIAL_TOKENS.sub("", states["action_text"]).strip()
        correct = self.is_correct(answer, str(states["label"]))
        done = correct or self.turns >= MAX_TURNS
        # Each further turn costs a little, so that the first answer is worth getting right.
        reward = (1.0 - 0.1 * (self.turns - 1)) if correct else 0.0
        return {
            # A tensor: the rewards of all turns are added up.
            "rewards": torch.tensor(reward),
            # From 0 to 1: what dynamic filtering judges by. That of the last turn counts.
            "scores": float(correct),
            "environment_feedback": "" if done else FEEDBACK.format(text=self.hint(answer)),
            "done": done,
            # The same names after every turn, as the context may be full after any of them.
            "extra_logs": {"turns": float(self.turns), "solved": float(correct)},
        }

    def is_correct(self, answer, label):
        return re.search(rf"(?<![\w.]){re.escape(label.strip())}(?!\w|\.\w)", answer, re.IGNORECASE) is not None

    def hint(self, answer):
        return "That is not right. Look for the mistake, then give another answer."


class AgentExecutor(MultiTurnAgentExecutor):
    """The class that OpenRLHF looks for in this file."""

    def __init__(self):
        super().__init__(AgentInstance)
