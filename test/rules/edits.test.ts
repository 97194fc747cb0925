import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { decimalOf } from '../../server/src/rules/arity.ts';
import { deletion, tokenAround } from '../../server/src/rules/edits.ts';
import { wholeNumber } from '../../server/src/rules/values.ts';
import { argvsOf } from './realBash.ts';

const SEED = 20261130;

/** What holds the words, and what may stand between two of them there. */
interface Container {
  readonly name: string;
  readonly gaps: readonly string[];
  readonly write: (words: string) => string;
  /** What may stand before the first and behind the last word. */
  readonly edges: readonly (readonly [string, string])[];
}

const continued = [' ', '  ', ' \\\n  ', ' \\\n', '  \\\n\t'];
const MODULE = 'python3 -m openrlhf.cli.train_sft';

const CONTAINERS: readonly Container[] = [
  {
    name: 'command',
    gaps: continued,
    edges: [
      [' ', '\n'],
      [' \\\n  ', '\n'],
      [' ', ' # note\n'],
      [' ', ' > log\n'],
      [' ', '>log\n'],
      [' \\\n', ' | cat\n'],
      [' ', ' \\\n  | cat\n'],
      [' ', ' && true\n'],
      [' ', '; true\n'],
      [' ', ' &\nwait\n'],
      [' ', ''],
      [' ', ' \\\n\ntrue\n'],
    ],
    write: (words) => `${MODULE}${words}`,
  },
  {
    name: 'array',
    gaps: [' ', '\n  ', '\n', ' # note\n  ', '\n  # note\n  ', ' \\\n  '],
    edges: [
      ['', ''],
      ['\n  ', '\n'],
      [' ', ' '],
      ['\n', ' # note\n'],
      ['\n  ', ''],
    ],
    write: (words) => `ARGS=(${words})\n${MODULE} "\${ARGS[@]}"\n`,
  },
  {
    name: 'array that grows',
    gaps: [' ', '\n  '],
    edges: [['', '']],
    write: (words) => `ARGS=(a)\nARGS+=(${words})\n${MODULE} "\${ARGS[@]}"\n`,
  },
  {
    name: 'string that is split',
    gaps: [' ', '\n  ', ' \\\n  '],
    edges: [
      ['', ''],
      [' ', ' '],
      ['\n  ', '\n'],
    ],
    write: (words) => `ARGS="${words}"\n${MODULE} $ARGS\n`,
  },
  {
    name: 'heredoc',
    gaps: [' ', '\n', '\n  ', ' \\\n  '],
    edges: [['', '\n']],
    write: (words) => `read -r -d '' ARGS <<EOF\n${words}EOF\n${MODULE} $ARGS\n`,
  },
  {
    name: 'bash -c in single quotes',
    gaps: continued,
    edges: [
      [' ', ''],
      [' \\\n', '\n'],
      [' ', ' > log'],
    ],
    write: (words) => `bash -c '${MODULE}${words}'\n`,
  },
  {
    name: 'bash -c in double quotes',
    gaps: continued,
    edges: [
      [' ', ''],
      [' \\\n  ', ' \\\n'],
    ],
    write: (words) => `bash -c "${MODULE}${words}"\n`,
  },
  {
    name: 'function call',
    gaps: continued,
    edges: [[' ', '\n']],
    write: (words) => `run() {\n  ${MODULE} "$@"\n}\nrun${words}`,
  },
];

const QUOTES = ['', '', '"', "'"];

/** A script with words `w0 w1 …` and the range of words that is to go. */
const scripts = fc
  .record({
    container: fc.constantFrom(...CONTAINERS),
    count: fc.integer({ min: 1, max: 6 }),
    picks: fc.array(fc.nat(), { minLength: 24, maxLength: 24 }),
  })
  .map(({ container, count, picks }) => {
    const pick = <T>(list: readonly T[], index: number): T | undefined => list[(picks[index] ?? 0) % list.length];
    const inCode = container.name !== 'string that is split' && container.name !== 'heredoc';
    const first = (picks[20] ?? 0) % count;
    const last = first + ((picks[21] ?? 0) % (count - first));
    const edge = pick(container.edges, 22) ?? ['', ''];
    let words = edge[0];
    const ranges: { start: number; end: number }[] = [];
    for (let i = 0; i < count; i++) {
      // Words that go together have no comment between them: those that are found there do not.
      const gaps = i > first && i <= last ? container.gaps.filter((gap) => !gap.includes('#')) : container.gaps;
      if (i > 0) words += pick(gaps, i) ?? ' ';
      const quote = inCode && !container.name.startsWith('bash -c') ? (pick(QUOTES, 10 + i) ?? '') : '';
      ranges.push({ start: words.length, end: words.length + 2 + 2 * quote.length });
      words += `${quote}w${i}${quote}`;
    }
    words += edge[1];
    const text = container.write(words);
    const shift = text.indexOf(words);
    const gone = { start: shift + (ranges[first]?.start ?? 0), end: shift + (ranges[last]?.end ?? 0) };
    const kept = Array.from({ length: count }, (_, i) => `w${i}`).filter((_, i) => i < first || i > last);
    return { text, gone, kept, all: Array.from({ length: count }, (_, i) => `w${i}`) };
  });

test('words taken away under real bash: exactly they are gone', () => {
  const cases = fc.sample(scripts, { numRuns: 600, seed: SEED });
  const before = argvsOf(cases.map(({ text }) => text));
  const changed = cases.map(({ text, gone }) => {
    const range = deletion(text, gone);
    return range && text.slice(0, range.start) + text.slice(range.end);
  });
  const after = argvsOf(changed.map((text) => text ?? ''));
  let offered = 0;
  cases.forEach(({ text, kept, all }, index) => {
    const own = (words: readonly string[] | undefined) => words?.filter((word) => /^w\d$/.test(word) || word === '');
    assert.deepEqual(own(before[index]?.[0]), all, `seed ${SEED}, not what the test means to write:\n${text}`);
    if (changed[index] === undefined) return;
    offered++;
    const launches = after[index] ?? [];
    assert.equal(launches.length, 1, `seed ${SEED}, another number of launches:\n${text}\n---\n${changed[index]}`);
    assert.deepEqual(own(launches[0]), kept, `seed ${SEED}:\n${text}\n---\n${changed[index]}`);
  });
  console.log(`${cases.length} deletions, ${offered} offered, 0 disagreements with bash (seed ${SEED})`);
  assert.ok(offered > cases.length * 0.95);
});

const words: readonly (readonly [text: string, literal: string, token: string | null])[] = [
  ['cmd --a 1', '--a', '--a'],
  ['cmd "--a" 1', '--a', '"--a"'],
  ["cmd '--a' 1", '--a', "'--a'"],
  ["cmd $'--a' 1", '--a', "$'--a'"],
  ['X=("--a" 1)', '--a', '"--a"'],
  ['X=(--a)', '--a', '--a'],
  ['X="--a 1"', '--a', '--a'],
  ['X="--a"', '--a', '--a'],
  ['X=--a', '--a', null],
  ['cmd --a="1"', '1', '1'],
  ['cmd pre--a', '--a', null],
  ['cmd --a>log', '--a', '--a'],
  ["bash -c 'cmd --a'", '--a', '--a'],
  ['bash -c "cmd \'--a\' 1"', '--a', "'--a'"],
];

for (const [text, literal, token] of words) {
  test(`the word around ${literal} in ${text}`, () => {
    const start = text.indexOf(literal);
    const found = tokenAround(text, { start, end: start + literal.length });
    assert.equal(found ? text.slice(found.start, found.end) : null, token);
  });
}

test('X="--flag": the literal fills a string that is not its own', () => {
  assert.equal(tokenAround('X="--a"', { start: 3, end: 6 })?.fillsString, true);
  assert.equal(tokenAround('cmd "--a"', { start: 5, end: 8 })?.fillsString, false);
});

const whole: readonly (readonly [string, string | undefined])[] = [
  ['1e5', '100000'],
  ['1E5', '100000'],
  ['2.0', '2'],
  ['1.5e3', '1500'],
  ['0x10', '16'],
  ['1,000', '1000'],
  ['10,000,000', '10000000'],
  ['-2e3', '-2000'],
  ['100e-2', '1'],
  ['0.0', '0'],
  ['1.5', undefined],
  ['1e-3', undefined],
  ['1e30', undefined],
  ['inf', undefined],
  ['', undefined],
  ['many', undefined],
  ['16k', undefined],
];

for (const [text, value] of whole) {
  test(`the whole number meant by ${JSON.stringify(text)}`, () => {
    assert.equal(wholeNumber(text), value);
  });
}

const decimals: readonly (readonly [string, string | undefined])[] = [
  ['-5e-1', '-0.5'],
  ['-1.', '-1'],
  ['-1e1', '-10'],
  ['-.5e1', '-5'],
  ['-inf', undefined],
  ['-x', undefined],
  ['-1e-30', undefined],
];

for (const [text, value] of decimals) {
  test(`the decimal form of ${text}`, () => {
    assert.equal(decimalOf(text), value);
  });
}
