"""Executor that works on tokens: a limit on how long the model thinks, after which it has to answer.

A launch names this file, and the field of the dataset that holds the label:

    --train.agent_func_path ./token_level_agent.py --data.label_key answer

The model thinks up to `</think>`, or up to THINK_TOKENS; then the thought is closed for it, and it goes on to the
answer. What the executor writes is part of the context, but it is not trained: only `action_ranges` are.
"""

import copy
import re

from openrlhf.utils.agent import AgentExecutorBase

THINK_TOKENS = 1024
END_OF_THOUGHT = "</think>"
CLOSING = "\n</think>\n\n"

SPECIAL_TOKENS = re.compile(r"<\|[^|<>]*\|>|</s>|<end_of_turn>")


def score(answer, label):
    """How good an answer is, from 0 to 1."""
    return float(re.search(rf"(?<![\w.]){re.escape(label.strip())}(?!\w|\.\w)", answer, re.IGNORECASE) is not None)


class Sample:
    """The tokens of one sample, and which of them the model wrote."""

    def __init__(self, tokens):
        self.tokens = list(tokens)
        self.action_ranges = []
        # One for each token; 0 for those that the model did not write.
        self.log_probs = [0.0] * len(self.tokens)

    def add_written(self, output):
        """Adds what vLLM generated."""
        token_ids = list(output.token_ids)
        self.action_ranges.append((len(self.tokens), len(self.tokens) + len(token_ids)))
        self.tokens += token_ids
        if output.logprobs is None:
            self.log_probs += [0.0] * len(token_ids)
        else:
            self.log_probs += [chances[token].logprob for token, chances in zip(token_ids, output.logprobs)]

    def add_given(self, token_ids):
        """Adds tokens that are not the model's."""
        self.tokens += token_ids
        self.log_probs += [0.0] * len(token_ids)


class AgentExecutor(AgentExecutorBase):
    """The class that OpenRLHF looks for in this file."""

    async def execute(self, prompt, label, sampling_params, max_length, hf_tokenizer, llm_engine, images=None):
        if any(image is not None for image in images or []):
            raise ValueError("token_level_agent.py is for text: the dataset must not have images")
        # There has to be room for an answer.
        room = max(1, max_length - (sampling_params.max_tokens or 1))
        sample = Sample(tokens_of(hf_tokenizer, prompt)[-room:])
        end = min(max_length, len(sample.tokens) + (sampling_params.max_tokens or max_length))

        # The same sampling parameters belong to all samples of the prompt: changes are made to copies.
        params = copy.deepcopy(sampling_params)
        params.max_tokens = min(THINK_TOKENS, end - len(sample.tokens))
        params.stop, params.include_stop_str_in_output = [END_OF_THOUGHT], True
        output = await self.generate(llm_engine, sample, params)
        text = output.text

        thought_on = output.finish_reason == "length" and END_OF_THOUGHT not in text
        if thought_on:
            sample.add_given(tokens_of(hf_tokenizer, CLOSING))
            text += CLOSING
        left = end - len(sample.tokens)
        if (thought_on or text.endswith(END_OF_THOUGHT)) and left > 0:
            params = copy.deepcopy(sampling_params)
            params.max_tokens = left
            output = await self.generate(llm_engine, sample, params)
            text += output.text

        _, _, answer = text.rpartition(END_OF_THOUGHT)
        reward = score(SPECIAL_TOKENS.sub("", answer).strip(), str(label))
        return {
            "prompt": prompt,
            "label": label,
            "images": images,
            "observation_tokens": sample.tokens,
            "action_ranges": sample.action_ranges,
            # Without a request for them there are none.
            "rollout_log_probs": None if sampling_params.logprobs is None else sample.log_probs,
            "truncated": output.finish_reason == "length",
            "reward": reward,
            "scores": reward,
            "extra_logs": {"thought_closed": float(thought_on)},
        }

    async def generate(self, llm_engine, sample, params):
        """Lets the model go on from all tokens so far."""
        output = (await llm_engine.generate(list(sample.tokens), params)).outputs[0]
        sample.add_written(output)
        return output


def tokens_of(hf_tokenizer, text):
    # In this form it works for the processors of vision models as well.
    return hf_tokenizer(text=text, add_special_tokens=False, return_tensors="pt")["input_ids"][0].tolist()
