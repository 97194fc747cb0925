import { spawn } from 'node:child_process';
import path from 'node:path';
import {
  createProtocolConnection,
  DidChangeTextDocumentNotification,
  DidOpenTextDocumentNotification,
  ExitNotification,
  InitializedNotification,
  InitializeRequest,
  PublishDiagnosticsNotification,
  ShutdownRequest,
  StreamMessageReader,
  StreamMessageWriter,
} from 'vscode-languageserver-protocol/node';
import { projectFolder } from '../project.ts';

/** The protocol wants the old field beside `workspaceFolders`. */
const noFolder = { rootUri: null };

const LINES = 1000;
const KEYSTROKES = 200;

/** Milliseconds from a keystroke to its diagnostics, in a document that is open in the built server. */
export interface Typing {
  readonly document: string;
  readonly lines: number;
  readonly milliseconds: readonly number[];
}

/**
 * Types into an agent of 1,000 lines and into a launch script of 1,000 lines: one character after the other, each once the
 * diagnostics of the last have come. The server is the built one, in a process of its own.
 */
export async function measureTyping(): Promise<readonly Typing[]> {
  const program = path.join(projectFolder, 'dist', 'openrlhf-language-server.cjs');
  const child = spawn(process.execPath, [program, '--stdio'], { stdio: ['pipe', 'pipe', 'inherit'] });
  const connection = createProtocolConnection(
    new StreamMessageReader(child.stdout),
    new StreamMessageWriter(child.stdin),
  );
  const waiting = new Map<string, () => void>();
  connection.onNotification(PublishDiagnosticsNotification.type, ({ uri, version }) => {
    waiting.get(`${uri} ${version ?? ''}`)?.();
  });
  connection.listen();
  await connection.sendRequest(InitializeRequest.type, {
    processId: process.pid,
    ...noFolder,
    capabilities: { textDocument: { publishDiagnostics: { versionSupport: true } } },
  });
  await connection.sendNotification(InitializedNotification.type, {});
  const published = (uri: string, version: number): Promise<void> =>
    new Promise((resolve) => {
      waiting.set(`${uri} ${version}`, resolve);
    });
  try {
    const results: Typing[] = [];
    for (const { name, languageId, text, line } of [agent(), script()]) {
      const uri = `file:///bench/${name}`;
      let seen = published(uri, 1);
      await connection.sendNotification(DidOpenTextDocumentNotification.type, {
        textDocument: { uri, languageId, version: 1, text },
      });
      await seen;
      const milliseconds: number[] = [];
      for (let stroke = 0; stroke < KEYSTROKES; stroke++) {
        const version = stroke + 2;
        seen = published(uri, version);
        const at = { line, character: stroke };
        const start = performance.now();
        await connection.sendNotification(DidChangeTextDocumentNotification.type, {
          textDocument: { uri, version },
          contentChanges: [{ range: { start: at, end: at }, text: stroke === 0 ? '#' : 'x' }],
        });
        await seen;
        milliseconds.push(performance.now() - start);
      }
      results.push({ document: name, lines: text.split('\n').length, milliseconds });
    }
    return results;
  } finally {
    await connection.sendRequest(ShutdownRequest.type);
    await connection.sendNotification(ExitNotification.type);
    connection.dispose();
    child.kill();
  }
}

interface Typed {
  readonly name: string;
  readonly languageId: string;
  readonly text: string;
  /** An empty line to type into. */
  readonly line: number;
}

/** Tools of an environment, called by an agent that is on OpenRLHF's classes. */
function agent(): Typed {
  const head = `import torch
from openrlhf.utils.agent import AgentInstanceBase, MultiTurnAgentExecutor

`;
  const tools = Array.from(
    { length: LINES },
    (_, index) => `
def tool_${index}(state, action):
    score = float(len(action) % ${index + 2}) / ${index + 2}
    result = {"score": score, "text": ""}
    if state.get("turn", 0) > ${index}:
        result["text"] = f"tool ${index}: {action}"
    for word in action.split():
        result["score"] = max(result["score"], float(word == "${index}"))
    return result
`,
  );
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
  const each = (tools[0] ?? '').split('\n').length - 1;
  const count = Math.floor((LINES - head.split('\n').length - tail(1).split('\n').length - 2) / each);
  const names = Array.from({ length: count }, (_, index) => `tool_${index}`).join(', ');
  const text = `${head}${tools.slice(0, count).join('')}\nTOOLS = [${names}]\n${tail(count)}`;
  return { name: 'agent.py', languageId: 'python', text: `${text}\n`, line: text.split('\n').length };
}

/** Launches in functions with arrays, as long as the agent. */
function script(): Typed {
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
  const each = block(0).split('\n').length - 1;
  const count = Math.floor((LINES - 4) / each);
  const text = `#!/bin/bash\n# openrlhf: release 0.11.2\n${Array.from({ length: count }, (_, index) => block(index)).join('')}`;
  return { name: 'train.sh', languageId: 'shellscript', text: `${text}\n`, line: text.split('\n').length };
}

/** A table in Markdown; milliseconds. */
export function typingTable(results: readonly Typing[]): string {
  const at = (sorted: readonly number[], share: number): string =>
    (sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? NaN).toFixed(1);
  const rows = results.map(({ document, lines, milliseconds }) => {
    const sorted = [...milliseconds].sort((a, b) => a - b);
    return `| \`${document}\` | ${lines.toLocaleString('en')} | ${at(sorted, 0.5)} ms | ${at(sorted, 0.95)} ms | ${at(sorted, 1)} ms |`;
  });
  return ['| document | lines | median | 95 % | most |', '| --- | --- | --- | --- | --- |', ...rows].join('\n');
}
