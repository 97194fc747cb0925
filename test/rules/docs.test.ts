import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { RULES } from '../../server/src/rules/registry.ts';
import { analysePythonFile, type LaunchedAs } from '../support/python.ts';
import { ServiceBench } from '../support/service.ts';
import { at, checkScript } from './pipeline.ts';

const folder = new URL('../../docs/rules/', import.meta.url);

interface Example {
  readonly language: string;
  readonly text: string;
  /** `<!-- role: agent -->`, `<!-- role: server -->`: how a launch leads to the Python file. */
  readonly role: LaunchedAs;
  /** `<!-- launch: --flag value -->`: further words of the launch that names the Python file. */
  readonly launch: string;
  /** `<!-- release: 0.11.1 -->` */
  readonly release: string | undefined;
  /** `<!-- files: a.py -->`: files of the workspace, beside the script. */
  readonly files: readonly string[] | undefined;
  /** The flagged texts in order; `*` is anything. */
  readonly flags: readonly string[];
}

interface Page {
  readonly title: string;
  readonly severity: string;
  readonly bad: readonly Example[];
  readonly good: readonly Example[];
}

const ROLES: Readonly<Record<string, LaunchedAs>> = { agent: 'agent', server: 'reward-server' };

function readPage(id: string): Page {
  const text = readFileSync(new URL(`${id}.md`, folder), 'utf8');
  const [, title = '', code = '', severity = ''] = /^# (.+)\n\n`([\w-]+)` · (\w+) ·/.exec(text) ?? [];
  assert.equal(code, id, `${id}.md names its rule in the line below the title`);
  const [before = '', good = ''] = text.split('\n## Good\n');
  const [, bad = ''] = before.split('\n## Bad\n');
  return { title, severity, bad: examplesIn(bad), good: examplesIn(good) };
}

function examplesIn(section: string): Example[] {
  return [...section.matchAll(/((?:<!--[^\n]*-->\s*)*)```(bash|python)\n(.*?)```/gs)].map(
    ([, comments = '', language = '', body = '']) => {
      const said = (name: string): string | undefined => new RegExp(`<!-- ${name}: ?(.*?) -->`).exec(comments)?.[1];
      const text = body.replaceAll('␠', ' ');
      return {
        language,
        text: comments.includes('<!-- crlf -->') ? text.replaceAll('\n', '\r\n') : text,
        flags: said('flags')?.split(' | ') ?? [],
        role: ROLES[said('role') ?? ''] ?? 'reward-function',
        launch: said('launch') ?? '',
        release: said('release'),
        files: said('files')?.split(' '),
      };
    },
  );
}

/** Text of the files of `<!-- files: … -->`: a reward function and an agent with nothing wrong. */
const FILE = `import torch
from openrlhf.utils.agent import AgentInstanceBase, MultiTurnAgentExecutor


def reward_func(queries, prompts, labels, **kwargs):
    return {"rewards": 1.0, "scores": 1.0, "extra_logs": {}}


class AgentInstance(AgentInstanceBase):
    def __init__(self, *args, **kwargs):
        pass

    async def reset(self, states, **kwargs):
        return {"observation": states["observation"]}

    async def step(self, states, **kwargs):
        return {"rewards": torch.tensor(1.0), "environment_feedback": "", "done": True}


class AgentExecutor(MultiTurnAgentExecutor):
    def __init__(self):
        super().__init__(AgentInstance)
`;

/** Code and flagged text of each finding of an example. */
async function found(example: Example): Promise<(readonly [code: string, text: string])[]> {
  const { text, language, files } = example;
  if (language === 'python') {
    const { findings } = await analysePythonFile(text, {
      role: example.role,
      flags: example.launch,
      ...(example.release === undefined ? {} : { release: example.release }),
    });
    return findings.map(({ code, location: { range } }) => [code, text.slice(range.start, range.end)]);
  }
  if (files === undefined) {
    const checked = checkScript(text);
    return checked.findings.map((finding) => [finding.code, at(checked, finding.location)]);
  }
  const texts = [...files, 'train.sh'].map((name) => [`file:///work/${name}`, name.endsWith('.py') ? FILE : '']);
  const bench = new ServiceBench(Object.fromEntries(texts) as Record<string, string>);
  const { findings } = await bench.service.analysis(bench.document(text));
  return findings.map(({ code, location: { range } }) => [code, text.slice(range.start, range.end)]);
}

const ids = RULES.map(({ id }) => id);

test('each rule has a page and each page a rule', () => {
  const pages = readdirSync(folder).filter((name) => name !== 'README.md');
  assert.deepEqual(pages.sort(), ids.map((id) => `${id}.md`).sort());
  assert.equal(new Set(ids).size, ids.length);
});

test('the index lists every rule with its severity and stage', () => {
  const rows = [...RULES]
    .sort((a, b) => (a.id < b.id ? -1 : 1))
    .map(({ id, severity, stage }) => [`[\`${id}\`](${id}.md)`, readPage(id).title, severity, stage ?? '–']);
  const table = readFileSync(new URL('README.md', folder), 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('| ['))
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    );
  assert.deepEqual(table, rows);
});

let examples = 0;

for (const { id, severity } of RULES) {
  describe(id, () => {
    const page = readPage(id);
    test('the page states the severity', () => {
      assert.equal(page.severity, severity);
    });
    test('has bad and good examples', () => {
      assert.ok(page.bad.length > 0 && page.good.length > 0);
    });
    page.bad.forEach((example, index) => {
      test(`bad example ${index + 1} fires this rule and no other, at its place`, async () => {
        examples++;
        const findings = await found(example);
        const expected = example.flags.map((flag, i) => [id, flag === '*' ? findings[i]?.[1] : flag]);
        assert.deepEqual(findings, expected, example.text);
        assert.ok(findings.length > 0);
      });
    });
    page.good.forEach((example, index) => {
      test(`good example ${index + 1} fires nothing`, async () => {
        examples++;
        assert.deepEqual(await found(example), [], example.text);
      });
    });
  });
}

test('the examples were run', () => {
  console.log(`${examples} examples of ${ids.length} rules`);
  assert.ok(examples >= 2 * ids.length);
});
