/** Sentences on reward functions, agents and reward servers. */
export const PYTHON_MESSAGES = {
  'python-syntax': 'This is not Python. Every vLLM engine fails as it loads the file.',

  // Reward functions: how they are found and called.
  'rf-name': 'OpenRLHF looks for reward_func in this file, and there is none. Every vLLM engine fails as it starts.',
  'rf-name-near': 'OpenRLHF looks for reward_func in this file; {name} is not found.',
  'rf-name-agent':
    'There is an AgentExecutor here but no reward_func: --train.agent_func_path names such a file, not --reward.remote_url.',
  'rf-name-not-function': 'OpenRLHF calls reward_func, and a call of this {kind} gives no rewards.',
  'fix-rename-name': 'Rename to {name}',
  'fix-alias': 'Add reward_func = {name}',
  'fix-executor-alias': 'Add AgentExecutor = {name}',
  'rf-arity':
    'OpenRLHF calls reward_func(queries, prompts, labels) by position, which this signature refuses. The exception is swallowed, and the run ends after the first rollout.',
  'rf-order': 'OpenRLHF gives queries, prompts and labels in this order; {name} gets the {given}.',
  'fix-parameters': 'Change to ({parameters})',
  'rf-async':
    'OpenRLHF calls reward_func in a thread and does not await it: an async def never runs, and the run ends after the first rollout.',
  'fix-remove-async': 'Remove async',
  'rf-generator': 'A function with yield gives a generator, not a dict: the run ends after the first rollout.',

  // What a reward function returns.
  'rf-return-not-dict':
    'reward_func has to return a dict with rewards; this is {kind}. It is dropped, and the run ends after the first rollout.',
  'rf-falls-off':
    'reward_func can end here without returning anything. Such a sample has no reward, and the run ends after the first rollout.',
  'fix-wrap-rewards': 'Return a dict with rewards',
  'match-may-be-none':
    '{callee} gives None where nothing matches, and this raises then: one such sample ends the run of all. Look at the match first.',
  'rf-list-as-text':
    '{name} is a list of one text, and a list has no such method: {used} raises on every sample, and the run ends after the first rollout.',
  'fix-first-of': 'Use {name}[0]',
  'rf-constant-reward': 'Every sample gets the reward {value}, so that there is nothing to learn from it.',
  'rf-not-finite':
    '{value} goes into the training as it is: one such sample makes the advantages of its batch useless.',

  // What a reward server answers.
  'rs-answer-not-object':
    'A reward server has to answer with a JSON object that has "rewards"; this is {kind}. The run ends after the first rollout.',
  'rs-falls-off': 'Here nothing is answered. OpenRLHF asks five times, and the run ends after the first rollout.',
  'rs-no-json':
    'This answers with text that is not declared as JSON. OpenRLHF does not read it, and the run ends after the first rollout.',
  'rs-method': 'OpenRLHF posts to {path}; this takes {methods} only, and every sample is refused.',
  'fix-post': 'Take POST',
  'rs-request-field':
    'OpenRLHF posts {sent}; there is no "{key}". The server fails on every sample, and the run ends after the first rollout.',
  'rs-request-field-model':
    'OpenRLHF posts {sent}; there is no "{key}", so that FastAPI refuses every sample and the run ends after the first rollout.',

  'rf-missing-rewards-key':
    'The dict has no "rewards". Such a sample has no reward, and the run ends after the first rollout.',
  'rf-missing-rewards-near':
    'The dict has "{key}" where OpenRLHF reads "rewards". Such a sample has no reward, and the run ends after the first rollout.',
  'rf-maybe-missing-rewards': 'On some ways the dict has no "rewards", and then the run ends after the first rollout.',
  'fix-rename-key': 'Rename the key to "{key}"',
  'rf-rewards-none': 'rewards is None here. Such a sample has no reward, and the run ends after the first rollout.',
  'rf-rewards-kind': '{key} has to be one number; this is {kind}. The run ends after the first rollout.',
  'rf-reward-shape': '{key} has to be one number; this has {count}. OpenRLHF asks for one sample at a time.',
  'rf-int-reward':
    'rewards is {kind}. Up to OpenRLHF 0.11.1 a mean over several samples of a prompt fails on it. Use a float.',
  'rf-int-reward-evaluated':
    'rewards is {kind}, and a launch evaluates: the mean over the evaluation fails on it. Use a float.',
  'fix-float': 'Make it a float',
  'rf-scores-range':
    'A score of {value} can never lie between the bounds of dynamic filtering, {low} and {high}: such samples only lower or raise the mean of their group.',
  'rf-scores-missing': 'Dynamic filtering is on and there are no scores: it judges by rewards.',
  'rf-extra-logs-type':
    'extra_logs takes one number for each name; "{key}" is {kind}. The run ends after the first rollout.',
  'rf-extra-logs-kind': 'extra_logs has to be a dict of numbers; this is {kind}.',
  'rf-extra-logs-keys':
    'extra_logs has {keys} on other ways but not here. Samples with different names cannot be put in one batch.',
  'fix-add-log': 'Add "{key}": 0.0',
  'rf-extra-logs-reserved': 'The trainer writes a metric "{key}" itself; one of the two is lost.',

  // How a file is loaded.
  'rf-relative-import':
    'OpenRLHF loads the file by its path, outside of any package: a relative import fails in every vLLM engine.',
  'rf-sibling-import':
    '{module} is beside this file, where the workers do not look: they search the working directory and PYTHONPATH.',
  'rf-dataclass-annotations':
    'A dataclass with “from __future__ import annotations” fails in a file that is loaded by its path: Python looks for its module, and there is none.',
  'fix-remove-import': 'Remove the import',
  'rf-load-blocks': 'This runs as the file is loaded, in every vLLM engine, and does not return: the run hangs.',
  'rf-load-writes':
    'This runs as the file is loaded, once in every vLLM engine: several processes write the same file.',
  'rf-signal': '{callee} works in the main thread only, and reward_func is called in other threads: it fails.',
  'rf-multiprocessing':
    'Functions of this file cannot be sent to other processes: the module that OpenRLHF loads it as is not known there.',
  'rf-batch-is-one':
    'OpenRLHF gives one sample at a time: {callee} over it {effect}. Statistics of the batch are the trainer’s (--algo.advantage.estimator).',
  'rf-state-per-engine':
    'Every vLLM engine has a {name} of its own, and its threads change it at once: what is kept here is not shared.',
  'rf-labels-empty': 'The labels are read here, and a launch sets no --data.label_key: every label is an empty string.',

  // Agents: classes.
  'ag-class-missing':
    'OpenRLHF looks for a class AgentExecutor in this file, and there is none. Every vLLM engine fails as it starts.',
  'ag-class-reward':
    'There is a reward_func here but no AgentExecutor: --reward.remote_url names such a file, not --train.agent_func_path.',
  'ag-class-not-class': 'AgentExecutor has to be a class on {base}; this is {kind}.',
  'ag-class-base': 'AgentExecutor has to be on {base} of openrlhf.utils.agent, or on a class that is.',
  'ag-class-init':
    'OpenRLHF makes AgentExecutor() without arguments, and this __init__ needs {names}. Every vLLM engine fails as it starts.',
  'ag-class-no-init':
    'MultiTurnAgentExecutor is made with the class of the agent; AgentExecutor() does not give it. Every vLLM engine fails as it starts.',
  'ag-class-no-super': 'Without super().__init__({name}) there is no agent to run: the first rollout fails.',
  'fix-add-init': 'Add __init__ with super().__init__({name})',
  'ag-class-abstract': 'A class on AgentExecutorBase needs a method execute: it cannot be made without.',
  'ag-instance-base': 'The class given to MultiTurnAgentExecutor has to be on AgentInstanceBase; {name} is not.',
  'ag-instance-init-missing': 'AgentInstanceBase asks for an __init__ of one’s own: {name} cannot be made without.',
  'fix-add-plain-init': 'Add __init__',
  'ag-instance-init-async': '__init__ cannot be async: {name}() fails at the first prompt.',
  'ag-instance-init-arguments': 'OpenRLHF makes {name}() without arguments, and this __init__ needs {names}.',
  'ag-instance-step-missing': 'AgentInstanceBase asks for a method step: {name} cannot be made without.',
  'ag-step-async': 'OpenRLHF awaits {name}, so it has to be async def.',
  'fix-add-async': 'Make it async',
  'ag-method-arity': 'OpenRLHF calls {name}(states) with one argument, which this signature refuses.',

  // Agents: results.
  'ag-step-not-dict': '{name} has to return a dict with {keys}; this is {kind}. The run ends.',
  'ag-step-falls-off': '{name} can end here without returning anything, and then the run ends.',
  'ag-step-keys': 'The dict of step has no {keys}. The run ends with a KeyError.',
  'ag-step-keys-maybe': 'On some ways the dict of step has no {keys}, and then the run ends with a KeyError.',
  'fix-add-key': 'Add {entry}',
  'ag-step-reward-type':
    'step has to give rewards as a tensor: OpenRLHF calls .item() on it, and this is {kind}. The run ends.',
  'ag-step-reward-shape': 'rewards of one turn has to be one number; this has {count}. The run ends.',
  'fix-tensor': 'Make it a tensor',
  'ag-step-feedback-type': 'environment_feedback has to be text; this is {kind}. The run ends.',
  'ag-reset-result': 'reset has to return a dict with "observation"; {problem}.',
  'ag-extra-logs-final':
    'extra_logs has {keys} on other ways but not here. The last turn counts, and an episode that is cut off ends with any turn.',
  'ag-never-done': 'done is never true: every episode goes on until --data.max_len is full.',
  'ag-images-fewer': 'There are {count} images and {places} of <image> for them.',
  'rf-signal-math':
    '{callee} limits its time by a signal, which works in the main thread only: pass parsing_timeout=None to parse and timeout_seconds=None to verify.',
  'torch-dtype-call': '{callee} is a type of tensors and cannot be called. Use torch.tensor(…).',
  'ag-images-kind': 'An image is a path, a URL, base64, bytes or a PIL image; this is {kind}.',
  'ag-sampling-params': 'sampling_params has to be vllm.SamplingParams; this is {kind}. The next turn fails.',
  'ag-states-key': 'OpenRLHF gives {name} {keys}, and no "{key}": a KeyError that ends the run.',
  'ag-instance-object':
    'MultiTurnAgentExecutor takes the class of the agent itself: it makes an object for each sample.',
  'ag-single-turn-unset':
    'Nothing gives a reward: neither super().__init__ nor reward_endpoints names a server, and with an agent there is no reward model.',
  'openrlhf-import': 'openrlhf.utils.agent has no {name}: an ImportError as the file is loaded. It has {names}.',
  'rf-event-loop': '{callee} needs an event loop, and the thread that reward_func is called in has none.',
  'ag-run-in-loop':
    '{callee} cannot run within the event loop that awaits this method: a RuntimeError that ends the run. Use await.',
  'rf-signal-load': 'Signals can be set up in the main thread only, and the file is loaded in another one.',
  'rf-load-exits': 'This ends the process as the file is loaded: the vLLM engine never starts.',
  'rf-load-arguments': 'The command line here is that of a Ray worker: the arguments of the launch are not in it.',
  'rf-load-input': 'Nobody can answer: a Ray worker has no terminal.',
  'rf-load-port': 'Each vLLM engine loads the file, and two processes on a node cannot have the same port.',
  'ag-images-placeholder':
    'environment_images shows images, and the text of environment_feedback has no placeholder for them.',
  'ag-images-off':
    'A launch leaves --data.max_images_per_prompt at 0, so that these images are not shown to the model.',
  'ag-blocking-call':
    '{callee} blocks the event loop that all samples of a vLLM engine share: none goes on while it runs.',
  'fix-await-sleep': 'Use await asyncio.sleep',
  'fix-to-thread': 'Run it in a thread',
  'ag-shared-state':
    '{name} is one object for all samples, as it stands in the class: what one sample puts in, all others see.',
  'ag-execute-images':
    'OpenRLHF calls execute with {names} by name, which this signature refuses. The run ends at the first rollout.',
  'fix-add-parameters': 'Add {names}',
  'ag-execute-sync': 'OpenRLHF awaits execute, so it has to be async def.',
  'ag-execute-result': 'The dict of execute has no {keys}. The run ends with a KeyError.',
  'ag-execute-not-dict': 'execute has to return a dict; this is {kind}. The run ends.',
  'ag-execute-reward-none':
    'execute gives no reward here. With an agent there is no reward model, so that the run ends after the first rollout.',
  'ag-single-turn-super':
    'From OpenRLHF 0.11.2 on SingleTurnAgentExecutor keeps its turn among the servers in __init__: without super().__init__(…) every reward is lost.',
  'ag-single-turn-late':
    'From OpenRLHF 0.11.2 on reward_endpoints set after super().__init__(…) are not used, and every reward is lost. Pass them to super().__init__(…).',
  'ag-old-step':
    'A step function of the module is the contract of OpenRLHF before 0.8.7. Today it is a class AgentExecutor.',
  'ag-old-executor':
    'This __init__ is the contract of OpenRLHF 0.8.7 to 0.9.0. Today AgentExecutor() is made without arguments.',
  'fix-wrap-step': 'Add the classes of today around step',
  'fix-new-init': 'Change to the __init__ of today',

  // Reward servers.
  'rf-only-first': 'Only {first} is loaded: the reward function is one file, and {item} is left out.',
  'rf-py-not-first': '{item} is asked as if it were a server: a file counts only as the first item, and then alone.',
  'rf-not-url':
    '{item} is neither a file that ends in .py nor an address with http:// or https://. Each sample fails after five tries, and the run ends.',
  'http-multi-url':
    'OpenRLHF {release} sends each sample to the first server and an empty list to all others. serve_rm answers that with an error, and the run ends. Use one address.',
  'http-multi-url-first-only': 'OpenRLHF {release} sends every sample to the first server; the others get none.',
  'http-rotation-no-failover':
    'OpenRLHF {release} takes the servers in turn and does not go on to the next when one fails: all of them have to answer.',
  'http-path': '{item} has no path, and serve_rm answers under /get_reward only.',
  'fix-reward-path': 'Add /get_reward',
  'http-localhost': '{host} is another machine on each of the {nodes} nodes: a server runs on one of them only.',
} as const satisfies Record<string, string>;
