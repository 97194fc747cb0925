"""Agent of several turns for vision models: a game on a board, of which the model sees a picture after every move.

A launch names this file, and says how many pictures a sample may have:

    --train.agent_func_path ./vlm_multiturn_agent.py --data.max_images_per_prompt 8

The prompts of the dataset should explain the game: a token has to be moved onto the goal, and each answer is one move,
<move>left</move> or <move>right</move>. Pictures come with the feedback to a move; a picture before the first move
would have to be one of the dataset's.
"""

import random
import re

import torch
from openrlhf.utils.agent import AgentInstanceBase, MultiTurnAgentExecutor
from PIL import Image, ImageDraw

CELLS = 5
CELL_PIXELS = 56
MAX_TURNS = 6

# Where the picture goes in the text: the placeholder of Qwen vision models. Another model has another one, which its
# processor names: `processor.image_token`.
PLACEHOLDER = "<|vision_start|><|image_pad|><|vision_end|>"
FEEDBACK = "\n<|im_start|>user\n" + PLACEHOLDER + "{text}<|im_end|>\n<|im_start|>assistant\n"

MOVE = re.compile(r"<move>\s*(left|right)\s*</move>", re.IGNORECASE)


class AgentInstance(AgentInstanceBase):
    """The game of one sample."""

    def __init__(self, *args, **kwargs):
        self.turns = 0
        self.token, self.goal = 0, CELLS - 1

    async def reset(self, states, **kwargs):
        # All samples of a prompt have to play the same game, or their rewards could not be compared.
        chance = random.Random(f"{states['observation']} {states['label']}")
        self.token, self.goal = chance.sample(range(CELLS), 2)
        return {"observation": states["observation"]}

    async def step(self, states, **kwargs):
        self.turns += 1
        moves = MOVE.findall(states["action_text"])
        if moves:
            self.move(moves[-1].lower())
        won = self.token == self.goal
        result = {
            "rewards": torch.tensor(1.0 if won else 0.0),
            "scores": float(won),
            "environment_feedback": "",
            "done": won or self.turns >= MAX_TURNS,
            "extra_logs": {"turns": float(self.turns), "won": float(won)},
        }
        if not result["done"]:
            rules = "Answer with <move>left</move> or <move>right</move>."
            text = "This is the board now. Your move?" if moves else rules
            result["environment_feedback"] = FEEDBACK.format(text=text)
            # As many pictures as the text has placeholders.
            result["environment_images"] = [self.picture()]
        return result

    def move(self, direction):
        step = 1 if direction == "right" else -1
        self.token = min(max(self.token + step, 0), CELLS - 1)

    def picture(self):
        """The board: a green cell for the goal, a red disc for the token."""
        image = Image.new("RGB", (CELLS * CELL_PIXELS, CELL_PIXELS), "white")
        draw = ImageDraw.Draw(image)
        for cell in range(CELLS):
            left = cell * CELL_PIXELS
            fill = "lightgreen" if cell == self.goal else "white"
            draw.rectangle((left, 0, left + CELL_PIXELS - 1, CELL_PIXELS - 1), fill=fill, outline="black")
        left = self.token * CELL_PIXELS
        draw.ellipse((left + 12, 12, left + CELL_PIXELS - 12, CELL_PIXELS - 12), fill="red")
        return image


class AgentExecutor(MultiTurnAgentExecutor):
    """The class that OpenRLHF looks for in this file."""

    def __init__(self):
        super().__init__(AgentInstance)
