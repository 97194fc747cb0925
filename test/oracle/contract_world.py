"""The pretend world of contract_harness.py: samples, tokenizer, vLLM, and the settings of a launch."""

import json
import types
from types import SimpleNamespace

import torch

IMAGE = "\ue000"
IMAGE_PAD_ID = ord(IMAGE)
# A real vision model makes many tokens of one image.
PADS_PER_IMAGE = 3

PROMPTS = [
    "<|im_start|>user\nWhat is 2 + 2?<|im_end|>\n<|im_start|>assistant\n",
    "<|im_start|>user\nWhat is 3 * 4?<|im_end|>\n<|im_start|>assistant\n",
    "<|im_start|>user\nHalf of seven?<|im_end|>\n<|im_start|>assistant\n",
    "<|im_start|>user\nCapital of France?<|im_end|>\n<|im_start|>assistant\n",
    "<|im_start|>user\nWhat is 5 + 1?<|im_end|>\n<|im_start|>assistant\n",
    "<|im_start|>user\nWhat is 9 - 9?<|im_end|>\n<|im_start|>assistant\n",
]
LABELS = ["4", "12", "3.5", "Paris", "6", "0"]
END = "<|im_end|>"
# What the model answers to each prompt, one text per sample: right and wrong ones, cut off (no end mark), empty,
# code, JSON. All answers to the fifth prompt are right, all to the sixth are wrong.
TEXTS = [
    ["Let me see: \\boxed{4}" + END, "I guess \\boxed{7}." + END, "<think>2+2</think><answer>4</answer>" + END, "Hmm"],
    ["```python\nprint(3 * 4)\n```\n\\boxed{12}" + END, "The answer is 11." + END, END, "<think>a</think>\n<answer>12</answer>" + END],
    ['{"answer": "3.5", "confidence": 0.8}' + END, "#### 3.5" + END, "<answer>3.5", "\\boxed{3.5} or four, who knows?" + END],
    ["Paris" + END, "It is \\boxed{Paris}." + END, "<think>hm</think><answer>London</answer>" + END, "I do not know." + END],
    ["<think>a</think><answer>6</answer> \\boxed{6}" + END] * 4,
    ["<think>a</think><answer>5</answer> \\boxed{5}" + END] * 4,
]


class Tokenizer:
    """One token per character."""

    pad_token_id, eos_token_id = 0, 1
    pad_token, eos_token = "\x00", "\x01"
    name_or_path = "policy"

    def __call__(self, text=None, add_special_tokens=False, return_tensors=None, **_):
        one = text if isinstance(text, str) else text[0]
        if not isinstance(one, str):
            raise ValueError("text input must be of type `str` (single example), `List[str]` or `List[List[str]]`")
        ids = [ord(character) for character in one]
        return {"input_ids": torch.tensor([ids], dtype=torch.long) if return_tensors == "pt" else ids}

    def encode(self, text, add_special_tokens=False, **_):
        return [ord(character) for character in text]

    def decode(self, ids, skip_special_tokens=False):
        ids = ids.flatten().tolist() if isinstance(ids, torch.Tensor) else ids
        text = "".join(map(chr, ids))
        return text.replace(END, "").replace("\x00", "") if skip_special_tokens else text

    def batch_decode(self, batch, skip_special_tokens=False):
        return [self.decode(ids, skip_special_tokens) for ids in batch]

    def apply_chat_template(self, messages, tokenize=True, add_generation_prompt=False, **_):
        text = "".join(f"<|im_start|>{one['role']}\n{one['content']}<|im_end|>\n" for one in messages)
        if add_generation_prompt:
            text += "<|im_start|>assistant\n"
        return self.encode(text) if tokenize else text


class Processor(Tokenizer):
    """The processor of a vision model: each `<image>` of the text takes the place of the next image."""

    image_processor = SimpleNamespace(size=1)
    image_token_id = IMAGE_PAD_ID

    def __call__(self, text=None, images=None, **options):
        one = text if isinstance(text, str) else text[0]
        if isinstance(one, str):
            one = one.replace("<image>", f"<|vision_start|>{IMAGE * PADS_PER_IMAGE}<|vision_end|>")
        result = super().__call__(one, **options)
        if images:
            result["attention_mask"] = torch.ones_like(result["input_ids"])
            result["pixel_values"] = torch.zeros(len(images) * PADS_PER_IMAGE, 2)
        return result


class SamplingParams:
    """vLLM's, as far as executors and agents use it."""

    def __init__(self, **settings):
        values = dict(temperature=1.0, top_p=1.0, top_k=-1, max_tokens=16, min_tokens=0, logprobs=None, stop=None, n=1)
        self.__dict__.update(values | dict(skip_special_tokens=True, include_stop_str_in_output=False) | settings)

    def clone(self):
        return SamplingParams(**self.__dict__)

    def __repr__(self):
        return f"SamplingParams({self.__dict__})"


class Script:
    """What the model says. The k-th request with the same tokens gets the k-th of the prompt's texts; `first` moves the
    first answer to each prompt."""

    def __init__(self, texts_by_question, first=0):
        self.texts, self.first = texts_by_question, first
        self.requests, self.begun = {}, set()

    def answer(self, tokens):
        text = "".join(map(chr, tokens))
        question = next((one for one in self.texts if one in text), next(iter(self.texts)))
        texts = self.texts[question]
        index = self.requests.get(text, 0)
        self.requests[text] = index + 1
        if question not in self.begun:
            self.begun.add(question)
            index += self.first
        elif any(len(one) > len(END) and one in text for one in texts):
            index += len(text)
        return texts[index % len(texts)]


class VllmEngine:
    """Stands in for vllm.AsyncLLMEngine."""

    script = None

    @classmethod
    def from_engine_args(cls, _):
        return cls()

    def __init__(self):
        self.output_processor = SimpleNamespace(get_num_unfinished_requests=lambda: 0)

    async def is_sleeping(self):
        return False

    async def generate(self, prompt, params, request_id=None):
        import asyncio

        tokens = prompt["prompt_token_ids"]
        check_placeholders(tokens, len((prompt.get("multi_modal_data") or {}).get("image") or []))
        if params.max_tokens is not None and params.max_tokens < 1:
            raise ValueError(f"max_tokens must be at least 1, got {params.max_tokens}.")
        whole = [ord(character) for character in self.script.answer(tokens)]
        await asyncio.sleep(0)
        ids = whole if params.max_tokens is None else whole[: params.max_tokens]
        ended = len(ids) == len(whole) and "".join(map(chr, whole)).endswith(END)
        logprobs = None
        if params.logprobs is not None:
            logprobs = [{token: SimpleNamespace(logprob=-0.5)} for token in ids]
        output = SimpleNamespace(
            token_ids=ids,
            text="".join(map(chr, ids)),
            finish_reason="stop" if ended else "length",
            stop_reason=None,
            logprobs=logprobs,
        )
        yield SimpleNamespace(outputs=[output], prompt_token_ids=tokens, finished=True)


def check_placeholders(tokens, images):
    """vLLM and the vision models of transformers refuse images that have no place in the text."""
    runs = sum(1 for i, token in enumerate(tokens) if token == IMAGE_PAD_ID and (i == 0 or tokens[i - 1] != IMAGE_PAD_ID))
    if images > runs:
        raise ValueError(
            f"Expected there to be {images} prompt placeholders corresponding to {images} image items, "
            f"but instead found {runs} prompt placeholders!"
        )


def space(**values):
    return SimpleNamespace(**values)


def settings(flags):
    """The arguments of a launch. `flags` are the words that a case adds to the usual ones."""
    args = space(
        rollout=space(
            batch_size=4, n_samples_per_prompt=4, micro_batch_size=2, vllm_generate_batch_size=None, max_new_tokens=128,
            max_tokens_per_gpu=4096,
        ),
        train=space(
            batch_size=16, micro_batch_size=2, dynamic_batch_enable=False, colocate_all=False, colocate_actor_ref=False,
            colocate_critic_reward=False, async_enable=False, max_epochs=1, num_episodes=1,
        ),
        algo=space(
            dynamic_filtering_enable=False, dynamic_filtering_range=(0.0, 1.0),
            advantage=space(
                estimator="group_norm", gamma=1.0, lambd=0.95, no_std_norm=False, is_correction_enable=False,
                is_correction_level="off", is_correction_mode="mask", is_correction_gating="ratio",
                is_correction_type="tis", is_correction_threshold=[0.5, 5.0],
            ),
            kl=space(init_coef=0.0, target=None, horizon=10000, use_loss=False, estimator="k1", unbiased_gradient=False),
        ),
        reward=space(clip_range=(-10, 10), overlong_buffer_len=None, overlong_penalty_factor=1.0, stop_properly_penalty_coef=None),
        data=space(max_len=640, max_images_per_prompt=0, label_key="answer"),
        eval=space(dataset=None, steps=-1, n_samples_per_prompt=4),
        vllm=space(enable_sleep=False, num_engines=2, sync_backend="gloo", sync_with_ray=False),
        ds=space(ring_attn_size=1, tensor_parallel_size=1, packing_samples=False, enable_sleep=False),
        actor=space(
            num_nodes=1, num_gpus_per_node=2, eps_clip_low_high=[0.2, 0.2], dual_clip=None, loss_agg_mode="token-mean",
            policy_loss_type="ppo", aux_loss_coef=0.0, entropy_coef=None,
        ),
        critic=space(freezing_steps=-1),
        logger=space(wandb=space(key=None), tensorboard_dir=None),
        ckpt=space(best_metric_key="", path="./ckpt", load_enable=False),
    )  # fmt: skip
    apply_flags(args, flags)
    return args


def apply_flags(args, flags):
    """Reads `--a.b value`; a flag without values is true, one with several is a list. `--no KEY` takes one back."""
    words = list(flags)
    while words:
        flag = words.pop(0)
        values = []
        while words and not words[0].startswith("--"):
            values.append(words.pop(0))
        names = flag.removeprefix("--").split(".")
        at = args
        for name in names[:-1]:
            at = getattr(at, name)
        if not hasattr(at, names[-1]):
            raise SystemExit(f"contract_world.py knows no setting {flag}")
        numbers = [number(value) for value in values]
        setattr(at, names[-1], True if not numbers else numbers[0] if len(numbers) == 1 else numbers)


def number(word):
    try:
        return json.loads(word)
    except ValueError:
        return word


def vllm_module():
    """The names of vLLM that OpenRLHF and agents import."""
    module = types.ModuleType("vllm")
    module.__version__, module.__path__ = "0.11.0", []
    module.SamplingParams = SamplingParams
    module.AsyncEngineArgs = lambda *args, **options: None
    module.AsyncLLMEngine = VllmEngine
    inputs, utils = types.ModuleType("vllm.inputs"), types.ModuleType("vllm.utils")
    inputs.TokensPrompt = lambda **values: dict(values)
    utils.random_uuid = lambda: "0"
    return {"vllm": module, "vllm.inputs": inputs, "vllm.utils": utils}
