import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { shown, trial } from './inWorker.ts';

const folder = new URL('../../runner/openrlhf_try/', import.meta.url);
const files = readdirSync(folder).filter((name) => name.endsWith('.py'));
/** OpenRLHF asks for 3.10 and newer (`Requires-Python` of 0.10.2 to 0.11.2); a file may be tried with an older one. */
const OLDEST = '(3, 8)';

/** Pythons of this machine from 3.8 on, by version; `python3` is always among them. */
function pythons(): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const name of ['python3', ...[8, 9, 10, 11, 12, 13, 14].map((minor) => `python3.${minor}`)]) {
    const { stdout, status } = spawnSync(name, ['-c', 'import sys; print(sys.version_info[:2], sys.executable)'], {
      encoding: 'utf8',
    });
    const [, version, path] = /^(\(.*\)) (.+)$/m.exec(status === 0 ? stdout : '') ?? [];
    if (version !== undefined && path !== undefined) found.set(version, path);
  }
  return found;
}

describe('Pythons of several ages', () => {
  test(`each file has the syntax of ${OLDEST}, and imports nothing beyond the standard library but where it may be missing`, () => {
    const program = `import ast, json, sys
for path in json.load(sys.stdin):
    ast.parse(open(path, encoding="utf-8").read(), path, feature_version=${OLDEST})`;
    const input = JSON.stringify(files.map((name) => new URL(name, folder).pathname));
    const { status, stderr } = spawnSync('python3', ['-c', program], { input, encoding: 'utf8' });
    assert.equal(status, 0, stderr);
    assert.ok(files.length > 10);
    // At the left margin nothing may fail.
    const imported = files.flatMap((name) =>
      [...readFileSync(new URL(name, folder), 'utf8').matchAll(/^(?:from|import) (\w+)/gm)].map(([, module]) => module),
    );
    const standard = spawnSync('python3', ['-c', 'import sys; print(*sys.stdlib_module_names)'], { encoding: 'utf8' });
    const names = new Set(standard.stdout.trim().split(' '));
    assert.deepEqual(
      imported.filter((name) => name !== undefined && !names.has(name)),
      [],
    );
  });
  for (const [version, python] of pythons()) {
    test(`a reward function and an agent in Python ${version}`, async () => {
      const reward = 'def reward_func(q, p, l):\n    return {"rewards": float(q[0] == p[0] + l[0])}\n';
      const found = await trial(reward, { python });
      assert.deepEqual([found.ending.kind, shown(found)], ['done', []], found.stderr.text);
      assert.equal(found.events.filter(({ event }) => event === 'sample').length, 2);
      const agent = `from openrlhf.utils.agent import AgentInstanceBase, MultiTurnAgentExecutor
class AgentInstance(AgentInstanceBase):
    def __init__(self):
        pass
    async def step(self, states):
        return {"rewards": 1.0, "environment_feedback": "", "done": True}
class AgentExecutor(MultiTurnAgentExecutor):
    def __init__(self):
        super().__init__(AgentInstance)
`;
      const other = await trial(agent, { python, role: 'agent' });
      assert.deepEqual(shown(other), ['error ag-step-reward-type 5'], other.stderr.text);
    });
  }
});
