"""What stands in for a tokenizer and for vLLM."""

import asyncio
import types
from copy import deepcopy

# Characters; a token is a character here.
CONTEXT = 1_000_000
LONGEST_ANSWER = 100_000
# Turns after which an episode counts as one without an end.
MOST_TURNS = 32


class Ids(list):
    """A row of token ids that can be asked as a tensor is."""

    def tolist(self):
        return list(self)

    @property
    def shape(self):
        return (len(self),)


class Tokenizer:
    """A token is a character."""

    eos_token, pad_token, bos_token = "\x03", "\x00", "\x02"
    eos_token_id, pad_token_id, bos_token_id = 3, 0, 2
    chat_template = None

    def __call__(self, text, add_special_tokens=True, return_tensors=None, **_):
        rows = [Ids(map(ord, one)) for one in ([text] if isinstance(text, str) else text)]
        single = isinstance(text, str) and return_tensors is None
        ids = rows[0] if single else rows
        mask = [1] * len(rows[0]) if single else [Ids([1] * len(row)) for row in rows]
        return Encoding(input_ids=ids, attention_mask=mask)

    def encode(self, text, **_):
        return [ord(one) for one in text]

    def decode(self, tokens, **_):
        return "".join(map(chr, tokens))

    def batch_decode(self, rows, **_):
        return [self.decode(row) for row in rows]

    def apply_chat_template(self, messages, tokenize=True, add_generation_prompt=False, **_):
        text = chat_text(messages, add_generation_prompt)
        return self.encode(text) if tokenize else text


class Encoding(dict):
    """What a tokenizer returns: items that are attributes too."""

    def __getattr__(self, name):
        try:
            return self[name]
        except KeyError:
            raise AttributeError(name) from None


def chat_text(messages, add_generation_prompt=True):
    turns = [f"<|im_start|>{one.get('role', 'user')}\n{content_text(one.get('content'))}<|im_end|>\n" for one in messages]
    return "".join(turns) + ("<|im_start|>assistant\n" if add_generation_prompt else "")


def content_text(content):
    if isinstance(content, list):
        return "".join(part.get("text", "") if isinstance(part, dict) else str(part) for part in content)
    return "" if content is None else str(content)


class SamplingParams(types.SimpleNamespace):
    """The fields of vLLM's that OpenRLHF sets."""

    def __init__(self, **given):
        usual = dict(temperature=1.0, top_p=1.0, top_k=-1, max_tokens=LONGEST_ANSWER, min_tokens=1, logprobs=None, stop=None, n=1)
        super().__init__(**{**usual, "skip_special_tokens": False, "include_stop_str_in_output": True, **given})

    def clone(self):
        return deepcopy(self)


class TooManyTurns(Exception):
    pass


class Engine:
    """Says the given texts, one per turn; then the last one again."""

    def __init__(self, responses, tell):
        self.responses, self.tell, self.turns = responses, tell, 0

    async def generate(self, prompt_token_ids, sampling_params=None, multi_modal_data=None, **_):
        if isinstance(prompt_token_ids, dict):
            prompt_token_ids = prompt_token_ids["prompt_token_ids"]
        if self.turns >= MOST_TURNS:
            raise TooManyTurns(f"no end after {MOST_TURNS} turns")
        text = self.responses[min(self.turns, len(self.responses) - 1)]
        self.turns += 1
        await asyncio.sleep(0)
        limit = getattr(sampling_params, "max_tokens", None)
        said = text if limit is None else text[:limit]
        self.tell("".join(map(chr, prompt_token_ids)), said)
        ids = [ord(one) for one in said]
        wanted = getattr(sampling_params, "logprobs", None) is not None
        logprobs = [{one: types.SimpleNamespace(logprob=-0.5)} for one in ids] if wanted else None
        output = types.SimpleNamespace(
            token_ids=ids, text=said, logprobs=logprobs, stop_reason=None, finish_reason="stop" if said == text else "length"
        )
        return types.SimpleNamespace(outputs=[output], prompt_token_ids=list(prompt_token_ids), finished=True)


async def execute(executor, prompt, label, engine):
    """Calls `execute` as a vLLM engine does (`RolloutRayActor.generate_responses`)."""
    return await executor.execute(
        prompt=prompt, label=label, sampling_params=SamplingParams(), max_length=CONTEXT, hf_tokenizer=Tokenizer(),
        llm_engine=engine, images=None,
    )  # fmt: skip
