/** Every template, run by the real executors of four releases. */

import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { TEMPLATE_KINDS } from '../../server/src/templates/kinds.ts';
import { ensureOpenrlhf } from '../../tools/cache/openrlhf.ts';
import { judge, judgedReleases } from './contracts/harness.ts';
import { END, rewarded, templateCase, templateText, type TemplateCase } from './templates/cases.ts';
import { startJudge } from './templates/judgeServer.ts';
import { templateCases } from './templates/list.ts';
import { samplesOf } from './templates/samples.ts';

/** What the judge says to answers, and the grade that comes of it. */
const judged: Readonly<Record<string, readonly [said: string, reward: number]>> = {
  'a good one': ['Right, if short.\nGRADE: 8', 0.8],
  'a poor one': ['Grade: 10 it asks for, but no.\n**GRADE:** 2.5', 0.25],
  'one that overdoes it': ['GRADE: 900', 1],
  'one that makes it speechless': ['I cannot tell.', 0],
};
const judgeCases: readonly TemplateCase[] = [
  templateCase(
    'judge-reward',
    'grades',
    rewarded((answer) => judged[answer]?.[1] ?? NaN),
    {
      texts: Object.keys(judged).map((text) => text + END),
      edits: [['TRIES = 3', 'TRIES = 1']],
    },
  ),
  templateCase(
    'judge-reward',
    'a judge that is away',
    ({ reward, scores, logs }) =>
      reward === 0 && scores === 0 && logs['judge_failed'] === 1 ? undefined : JSON.stringify({ reward, logs }),
    {
      edits: [
        ['TRIES = 3', 'TRIES = 1'],
        ['/chat/completions', '/nowhere'],
      ],
      hopeless: true,
    },
  ),
];
const cases = [...templateCases, ...judgeCases];

let model: Awaited<ReturnType<typeof startJudge>>;
before(async () => {
  model = await startJudge((message) => {
    const answer = /<answer>\n(.*)\n<\/answer>/.exec(message)?.[1] ?? '';
    return judged[answer]?.[0] ?? 400;
  });
  process.env['JUDGE_BASE_URL'] = model.url;
});
after(() => {
  model.close();
});

test('there are good and bad answers to every template', () => {
  for (const { id } of TEMPLATE_KINDS) {
    const own = cases.filter(({ template }) => template.id === id);
    assert.ok(own.some(({ hopeless }) => hopeless) && own.some(({ hopeless }) => !hopeless), id);
  }
});

for (const release of judgedReleases) {
  describe(release, () => {
    test('each sample gets what it should', async (context) => {
      const samples = await samplesOf(release, cases, { JUDGE_BASE_URL: model.url });
      let count = 0;
      for (const { id, wrong, launch, hopeless } of cases) {
        const own = samples.get(id) ?? [];
        assert.ok(own.length >= 16, id);
        const names = new Set(own.map(({ logs }) => Object.keys(logs).join()));
        assert.equal(names.size, 1, `${id}: extra_logs have the same names in every sample`);
        for (const sample of own) {
          const problem = wrong(sample);
          if (problem !== undefined) assert.fail(`${id}: ${problem}: ${JSON.stringify(sample)}`);
          const asked = launch.includes('--algo.advantage.is_correction_enable');
          assert.equal(sample.log_probs, asked ? true : null, `${id}: log probabilities of ${JSON.stringify(sample)}`);
          assert.ok(sample.scores !== null && sample.scores >= 0 && sample.scores <= 1, id);
        }
        const rewards = new Set(own.map(({ reward }) => reward));
        assert.equal(rewards.size === 1, hopeless || id.includes('closed'), `${id}: ${[...rewards].join(', ')}`);
        count += own.length;
      }
      context.diagnostic(`${count} samples of ${cases.length} cases`);
    });

    test('and the run trains', async () => {
      const verdicts = await judge(release, cases);
      for (const { id, hopeless } of cases) {
        const verdict = verdicts.get(id)?.verdict;
        // Nobody learns from answers that are all as bad.
        const same = { verdict: 'silent', what: ['every sample has the same reward'] };
        assert.deepEqual(verdict, hopeless && verdict?.verdict === 'silent' ? same : { verdict: 'ok' }, id);
      }
    });
  });
}

test('comments and docstrings are our own: no run of eight words stands in OpenRLHF’s sources or its README', async () => {
  const runsOf = (text: string): readonly string[] => {
    const words = text.toLowerCase().match(/[\p{L}\p{N}_]+/gu) ?? [];
    return words.slice(7).map((_, index) => words.slice(index, index + 8).join(' '));
  };
  const releases = await ensureOpenrlhf();
  const theirs = new Set(
    judgedReleases.flatMap((release) =>
      readdirSync(join(releases, release), { recursive: true, encoding: 'utf8' })
        .filter((name) => name.endsWith('.py') || name.endsWith('METADATA'))
        .flatMap((name) => runsOf(readFileSync(join(releases, release, name), 'utf8'))),
    ),
  );
  assert.ok(theirs.size > 20_000, `only ${theirs.size} runs of words were read from ${releases}`);
  const prose = /"""[\s\S]*?"""|#.*$/gm;
  for (const kind of TEMPLATE_KINDS) {
    const own = [...templateText(kind).matchAll(prose)].flatMap(([text]) => runsOf(text));
    assert.ok(own.length > 20, kind.file);
    assert.deepEqual(
      own.filter((words) => theirs.has(words)),
      [],
      kind.file,
    );
  }
});
