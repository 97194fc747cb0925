"""Reward functions and agents as people write them, right and wrong, for agent_harness.py."""

# Source of a file that --reward.remote_url names; `T` is a tensor of one dimension.
REWARD_FUNCTIONS = {
    "dict of 1-el tensors": """
def reward_func(queries, prompts, labels):
    return {'rewards': T([1.]), 'scores': T([1.])}
""",
    "dict of floats": """
def reward_func(queries, prompts, labels):
    return {'rewards': 1.0}
""",
    "dict of list": """
def reward_func(queries, prompts, labels):
    return {'rewards': [1.0]}
""",
    "rewards 0.0, no scores": """
def reward_func(queries, prompts, labels):
    return {'rewards': 0.0}
""",
    "bare tensor (old contract)": """
def reward_func(queries, prompts, labels):
    return T([1.])
""",
    "bare tensor zero": """
def reward_func(queries, prompts, labels):
    return T([0.])
""",
    "bare float": """
def reward_func(queries, prompts, labels):
    return 1.0
""",
    "bare list": """
def reward_func(queries, prompts, labels):
    return [1.0]
""",
    "async def": """
async def reward_func(queries, prompts, labels):
    return {'rewards': 1.0}
""",
    "missing name": """
def my_reward(queries, prompts, labels):
    return {'rewards': 1.0}
""",
    "2 params": """
def reward_func(queries, prompts):
    return {'rewards': 1.0}
""",
    "kw-only params": """
def reward_func(*, queries, prompts, labels):
    return {'rewards': 1.0}
""",
    "raises": """
def reward_func(queries, prompts, labels):
    raise KeyError('x')
""",
    "uses signal.alarm": """
import signal
def reward_func(queries, prompts, labels):
    signal.signal(signal.SIGALRM, lambda *a: None)
    signal.alarm(1)
    return {'rewards': 1.0}
""",
    "key 'reward'": """
def reward_func(queries, prompts, labels):
    return {'reward': 1.0}
""",
    "returns None": """
def reward_func(queries, prompts, labels):
    return None
""",
    "extra_logs None": """
def reward_func(queries, prompts, labels):
    return {'rewards': 1.0, 'extra_logs': None}
""",
    "extra_logs str": """
def reward_func(queries, prompts, labels):
    return {'rewards': 1.0, 'extra_logs': {'a': 'txt'}}
""",
    "class object": """
class R:
    def __call__(self, queries, prompts, labels):
        return {'rewards': 1.0}
reward_func = R()
""",
    "import error": """
import not_a_module_xyz
def reward_func(queries, prompts, labels):
    return {'rewards': 1.0}
""",
    "print batch sizes": """
def reward_func(queries, prompts, labels):
    assert len(queries) == len(prompts) == len(labels) == 1, (queries, prompts, labels)
    return {'rewards': float(len(queries))}
""",
}

# Values of --reward.remote_url.
REMOTE_URLS = [
    "http://serve_rm/get_reward",
    "http://serve_rm/get_reward,http://serve_rm2/get_reward",
    "http://h/list",
    "http://h/noreward",
    "http://h:5000",
    "a.py,b.py",
    "http://h,x.py",
    "None",
]

# The same, for how samples are spread over several servers.
SERVER_LISTS = [
    "http://serve_rm/a",
    "http://serve_rm/a,http://serve_rm/b",
    "http://serve_rm/a,http://serve_rm/b,http://serve_rm/c",
    "http://serve_rm/a,http://dead/x",
]

# (maximum length, max_new_tokens, prompt length)
PROMPT_BUDGETS = [(64, 8, 5), (64, 64, 5), (64, 70, 5), (64, 70, 40), (64, None, 5), (64, None, 80), (64, 8, 80)]

PLAIN_INIT = "def __init__(self, *a, **k): pass"
DONE = "{'rewards': T([1.]), 'environment_feedback': 'f', 'done': True}"
GOES_ON = "{'rewards': T([0.]), 'environment_feedback': 'ff', 'done': False}"

# The methods of a class below AgentInstanceBase.
AGENTS = {
    "ok": [PLAIN_INIT, f"async def step(self, s, **k): return {DONE}"],
    "float reward": [
        PLAIN_INIT,
        "async def step(self, s, **k): return {'rewards': 1.0, 'environment_feedback': 'f', 'done': True}",
    ],
    "2-el reward": [
        PLAIN_INIT,
        "async def step(self, s, **k): return {'rewards': T([1., 2.]), 'environment_feedback': 'f', 'done': True}",
    ],
    "no feedback": [PLAIN_INIT, "async def step(self, s, **k): return {'rewards': T([1.]), 'done': True}"],
    "no done": [
        PLAIN_INIT,
        "async def step(self, s, **k): return {'rewards': T([1.]), 'environment_feedback': 'f'}",
    ],
    "sync step": [PLAIN_INIT, f"def step(self, s, **k): return {DONE}"],
    "async __init__": ["async def __init__(self, *a, **k): pass", "async def step(self, s, **k): return {}"],
    "no __init__": ["async def step(self, s, **k): return {}"],
    "init needs arg": ["def __init__(self, env): pass", "async def step(self, s, **k): return {}"],
    "reset returns str": [
        PLAIN_INIT,
        "async def reset(self, s, **k): return 'text'",
        f"async def step(self, s, **k): return {DONE}",
    ],
    "sync reset": [
        PLAIN_INIT,
        "def reset(self, s, **k): return {'observation': 't'}",
        f"async def step(self, s, **k): return {DONE}",
    ],
    "feedback None": [
        PLAIN_INIT,
        "async def step(self, s, **k): return {'rewards': T([1.]), 'environment_feedback': None, 'done': True}",
    ],
    "never done": [PLAIN_INIT, f"async def step(self, s, **k): return {GOES_ON}"],
    "scores as float": [
        PLAIN_INIT,
        "async def step(self, s, **k):"
        " return {'rewards': T([1.]), 'scores': 0.5, 'environment_feedback': '', 'done': True}",
    ],
    "extra_logs only at done": [PLAIN_INIT, f"async def step(self, s, **k): return {GOES_ON}"],
}
