import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import type { Fix } from '../../../server/src/rules/model.ts';
import { render } from '../../../server/src/messages/render.ts';
import { analysePythonFile, PYTHON } from '../../support/python.ts';

/** A newcomer makes an agent from the template and breaks it. */
const template = readFileSync(new URL('../../../templates/multiturn_agent.py', import.meta.url), 'utf8');
const options = { role: 'agent', flags: '--data.label_key answer', release: '0.11.2' } as const;

interface Break {
  readonly name: string;
  readonly from: string;
  readonly to: string;
  readonly code: string;
  /** The title of the fix that mends it. */
  readonly fix: string;
}

const BREAKS: readonly Break[] = [
  { name: 'step without async', from: 'async def step', to: 'def step', code: 'ag-step-async', fix: 'Make it async' },
  {
    name: 'reset without async',
    from: 'async def reset',
    to: 'def reset',
    code: 'ag-step-async',
    fix: 'Make it async',
  },
  {
    name: '__init__ with async',
    from: 'def __init__(self, *args, **kwargs):',
    to: 'async def __init__(self, *args, **kwargs):',
    code: 'ag-instance-init',
    fix: 'Remove async',
  },
  {
    name: 'no __init__',
    from: '    def __init__(self, *args, **kwargs):\n        self.turns = 0\n\n',
    to: '    turns = 0\n\n',
    code: 'ag-instance-init',
    fix: 'Add __init__',
  },
  {
    name: 'a reward that is a float',
    from: '"rewards": torch.tensor(reward)',
    to: '"rewards": 0.5',
    code: 'ag-step-reward-type',
    fix: 'Make it a tensor',
  },
  {
    name: 'no done',
    from: '            "done": done,\n',
    to: '',
    code: 'ag-step-keys',
    fix: 'Add "done": True',
  },
  {
    name: 'no feedback',
    from: '            "environment_feedback": "" if done else FEEDBACK.format(text=self.hint(answer)),\n',
    to: '',
    code: 'ag-step-keys',
    fix: 'Add "environment_feedback": ""',
  },
  {
    name: 'another name for the executor',
    from: 'class AgentExecutor(',
    to: 'class MyExecutor(',
    code: 'ag-class',
    fix: 'Add AgentExecutor = MyExecutor',
  },
  {
    name: 'no __init__ of the executor',
    from: '    def __init__(self):\n        super().__init__(AgentInstance)\n',
    to: '    pass\n',
    code: 'ag-class',
    fix: 'Add __init__ with super().__init__(AgentInstance)',
  },
  {
    name: 'a sleep that blocks',
    from: '        self.turns += 1\n',
    to: '        self.turns += 1\n        time.sleep(1)\n',
    code: 'ag-blocking-call',
    fix: 'Use await asyncio.sleep',
  },
];

function applied(text: string, { edits }: Fix): string {
  const sorted = [...edits].sort((a, b) => b.location.range.start - a.location.range.start);
  return sorted.reduce((result, { location: { uri, range }, newText }) => {
    assert.equal(uri, PYTHON);
    return result.slice(0, range.start) + newText + result.slice(range.end);
  }, text);
}

test('nothing is said of the template', async () => {
  const { findings } = await analysePythonFile(template, options);
  assert.deepEqual(findings, []);
});

describe('a template that is broken in ten ways', () => {
  for (const { name, from, to, code, fix: title } of BREAKS) {
    test(name, async () => {
      assert.equal(template.split(from).length, 2, 'the template has what is broken, once');
      const imports = to.includes('time.sleep') ? 'import time\n' : '';
      const broken = template.replace(from, to).replace('import re\n', `${imports}import re\n`);
      const { findings } = await analysePythonFile(broken, options);
      assert.deepEqual([...new Set(findings.map((finding) => finding.code))], [code]);
      const fixes = findings.flatMap((finding) => finding.fixes);
      const mending = fixes.find((one) => render(one.title) === title);
      assert.ok(mending, fixes.map((one) => render(one.title)).join(', '));
      const mended = applied(broken, mending);
      const after = await analysePythonFile(mended, options);
      assert.deepEqual(after.findings, [], mended);
    });
  }
  test('are ten', () => {
    assert.equal(BREAKS.length, 10);
  });
});
