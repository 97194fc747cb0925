import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { readDirective, type Directive, type IgnoreKind } from '../../../server/src/rules/ignore/directive.ts';
import { RULES } from '../../../server/src/rules/registry.ts';
import { byLevel } from '../../support/level.ts';

const codes = RULES.map(({ id }) => id);
const known = new Set(codes);
const read = (comment: string, start = 0): Directive | null => readDirective(comment, start, (code) => known.has(code));

/** What a comment asks for, in short. */
function short(comment: string): unknown {
  const directive = read(comment);
  if (directive === null) return null;
  const { kind, flags, reason, mistakes } = directive;
  const texts = (list: readonly { readonly text: string }[]) => list.map(({ text }) => text).join(' ');
  return [
    kind,
    texts(directive.codes),
    texts(flags),
    reason,
    mistakes.map(({ why, text }) => `${why} ${text}`).join(', '),
  ];
}

const CASES: readonly (readonly [comment: string, expected: unknown])[] = [
  ['# openrlhf: ignore unknown-flag', ['ignore', 'unknown-flag', '', null, '']],
  ['#openrlhf:ignore unknown-flag', ['ignore', 'unknown-flag', '', null, '']],
  ['#\topenrlhf :  ignore-file\tunknown-flag\r', ['ignore-file', 'unknown-flag', '', null, '']],
  ['# openrlhf: ignore-next-line a-b,unknown-flag --x', ['ignore-next-line', 'a-b unknown-flag', '--x', null, '']],
  ['# openrlhf: ignore unknown-flag --a.b, --c_d', ['ignore', 'unknown-flag', '--a.b --c_d', null, '']],
  ['# openrlhf: ignore --a unknown-flag', ['ignore', 'unknown-flag', '--a', null, '']],
  ['# openrlhf: ignore unknown-flag: our fork: it has it', ['ignore', 'unknown-flag', '', 'our fork: it has it', '']],
  ['# openrlhf: ignore unknown-flag --a : why', ['ignore', 'unknown-flag', '--a', 'why', '']],
  ['# openrlhf: ignore unknown-flag:', ['ignore', 'unknown-flag', '', null, '']],
  ['# openrlhf: ignore', ['ignore', '', '', null, 'no-code ignore']],
  ['# openrlhf: ignore: everything', ['ignore', '', '', 'everything', 'no-code ignore']],
  ['# openrlhf: ignore unknown-flag --a=1', ['ignore', 'unknown-flag', '', null, 'flag --a=1']],
  ['# openrlhf: ignore unknown-flag -a', ['ignore', 'unknown-flag', '', null, 'flag -a']],
  ['# openrlhf: ignore unknown-flag as we said', ['ignore', 'unknown-flag', '', null, 'reason as we said']],
  ['# openrlhf: ignore *', ['ignore', '', '', null, 'word *']],
  ['# openrlhf: ignore-line unknown-flag', [null, 'unknown-flag', '', null, 'kind ignore-line']],
  ['# openrlhf: ignore_file unknown-flag', [null, 'unknown-flag', '', null, 'kind ignore_file']],
  ['# openrlhf: ignored by all', null],
  ['# openrlhf: release 0.11.0', null],
  ['# see openrlhf: ignore unknown-flag', null],
  ['# OpenRLHF: ignore unknown-flag', null],
  ['# openrlhf ignore unknown-flag', null],
];

describe('the words of a comment', () => {
  for (const [comment, expected] of CASES) {
    test(JSON.stringify(comment), () => {
      assert.deepEqual(short(comment), expected);
    });
  }
});

const gap = fc.constantFrom(' ', '  ', '\t', ',', ', ', ' ,');
const kind = fc.constantFrom<IgnoreKind>('ignore', 'ignore-next-line', 'ignore-file');
const flag = fc.stringMatching(/^--[a-z][a-z_.]{0,9}$/);

test('what is written is what is read, at its place', () => {
  const words = fc.array(fc.tuple(gap, fc.oneof(fc.constantFrom(...codes), flag)), { maxLength: 6 });
  const reason = fc.option(fc.string({ unit: 'binary', maxLength: 20 }).filter((text) => !/[\r\n]/.test(text)));
  const first = fc.constantFrom(...codes);
  fc.assert(
    fc.property(kind, first, words, reason, fc.nat(1000), (word, code, more, why, start) => {
      const comment = `# openrlhf: ${word} ${code}${more.map(([blank, text]) => blank + text).join('')}${why === null ? '' : `: ${why}`}`;
      const directive = read(comment, start);
      assert.ok(directive);
      const wanted = [code, ...more.map(([, text]) => text)];
      assert.equal(directive.kind, word);
      assert.deepEqual(directive.mistakes, []);
      const isFlag = (text: string): boolean => text.startsWith('-');
      assert.deepEqual(
        directive.codes.map(({ text }) => text),
        wanted.filter((text) => !isFlag(text)),
      );
      assert.deepEqual(
        directive.flags.map(({ text }) => text),
        wanted.filter(isFlag),
      );
      assert.equal(directive.reason, why?.trim() ? why.trim() : null);
      for (const named of [...directive.codes, ...directive.flags]) {
        assert.equal(comment.slice(named.start - start, named.end - start), named.text);
      }
    }),
    { seed: 61, numRuns: byLevel({ fast: 300, default: 3_000, full: 30_000 }) },
  );
});

test('any text is read without a throw, and what is found lies within it', () => {
  const piece = fc.oneof(
    fc.constantFrom('# openrlhf: ignore', '-next-line', '-file', ':', '--', '=', ',', ' ', '#', ...codes.slice(0, 5)),
    fc.string({ maxLength: 4 }),
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 12 }), fc.nat(50), (pieces, start) => {
      const comment = pieces.join('').replaceAll('\n', '');
      const directive = read(comment, start);
      if (directive === null) return;
      for (const { start: from, end } of [...directive.codes, ...directive.flags, ...directive.mistakes]) {
        assert.ok(start <= from && from < end && end <= start + comment.length, comment);
      }
      assert.ok(directive.codes.length > 0 || directive.mistakes.length > 0, comment);
    }),
    { seed: 62, numRuns: byLevel({ fast: 500, default: 5_000, full: 50_000 }) },
  );
});
