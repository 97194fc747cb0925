/** A document to type into. */
export interface BenchDocument {
  readonly name: string;
  readonly languageId: string;
  readonly text: string;
  /** A line in its middle that a person types into, with what stands on it. */
  readonly line: number;
  readonly lineText: string;
}

/** Tools of an environment, called by an agent that is on OpenRLHF's classes; typed into at its end. */
export function agentOf(lines: number): BenchDocument {
  const head = `import torch
from openrlhf.utils.agent import AgentInstanceBase, MultiTurnAgentExecutor

`;
  const tool = (index: number): string => `
def tool_${index}(state, action):
    score = float(len(action) % ${index + 2}) / ${index + 2}
    result = {"score": score, "text": ""}
    if state.get("turn", 0) > ${index}:
        result["text"] = f"tool ${index}: {action}"
    for word in action.split():
        result["score"] = max(result["score"], float(word == "${index}"))
    return result
`;
  const tail = (count: number): string => `
class AgentInstance(AgentInstanceBase):
    def __init__(self, *args, **kwargs):
        self.turn = 0

    async def step(self, states, **kwargs):
        self.turn += 1
        results = [tool({"turn": self.turn}, states["action_text"]) for tool in TOOLS]
        last = tool_${count - 1}({"turn": self.turn}, states["action_text"])
        reward = torch.tensor(max(result["score"] for result in results))
        return {"rewards": reward, "scores": last["score"], "environment_feedback": last["text"], "done": self.turn > 3}


class AgentExecutor(MultiTurnAgentExecutor):
    def __init__(self):
        super().__init__(AgentInstance)
`;
  const each = linesOf(tool(0));
  const count = Math.floor((lines - linesOf(head) - linesOf(tail(1)) - 2) / each);
  const tools = Array.from({ length: count }, (_, index) => tool(index));
  const names = tools.map((_, index) => `tool_${index}`).join(', ');
  const text = `${head}${tools.join('')}\nTOOLS = [${names}]\n${tail(count)}`;
  return { name: 'agent.py', languageId: 'python', text: `${text}\n`, line: linesOf(text), lineText: '' };
}

/** Launches in functions with arrays; typed into in the launch in the middle. */
export function scriptOf(lines: number): BenchDocument {
  const block = (index: number): string => `
run_${index}() {
  local LR="$1"
  ARGS=(
    --actor.model_name_or_path "Qwen/Qwen3-\${SIZE_${index}:-4B}"
    --actor.adam.lr "$LR"
    --reward.remote_url ./reward_func.py
    --data.prompt_dataset ./data/prompts.jsonl
    --data.label_key answer
    --algo.advantage.estimator group_norm
    --rollout.n_samples_per_prompt 8
  )
  python3 -m openrlhf.cli.train_ppo_ray "\${ARGS[@]}" --train.batch_size ${128 + index}
}
run_${index} 5e-7
`;
  const head = '#!/bin/bash\n# openrlhf: release 0.11.2\n';
  const each = linesOf(block(0));
  const count = Math.max(1, Math.floor((lines - linesOf(head)) / each));
  const middle = Math.floor(count / 2);
  const text = `${head}${Array.from({ length: count }, (_, index) => block(index)).join('')}`;
  const line = linesOf(head) + middle * each + 10;
  return {
    name: `train-${lines}.sh`,
    languageId: 'shellscript',
    text,
    line,
    lineText: text.split('\n')[line] ?? '',
  };
}

/** How many line ends there are. */
function linesOf(text: string): number {
  return text.split('\n').length - 1;
}
