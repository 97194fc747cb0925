import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { extractEntryPoint, type Extraction } from '../../server/src/python/arguments.ts';
import { DECIDED } from './programs.ts';
import { differences, realParsers, unsound, type Program } from './realParser.ts';
import { UNDECIDED } from './undecidedPrograms.ts';
import { byLevel } from '../support/level.ts';

/** Programs changed at random in one run. */
const RUNS = byLevel({ fast: 60, default: 400, full: 4000 });

const read = ({ source, modules = {} }: Program): Extraction =>
  extractEntryPoint(source, { name: 'program', readModule: (name) => modules[name] });

describe('programs that reading decides, compared with the real parser', () => {
  const real = realParsers(Object.values(DECIDED));
  let total = 0;
  Object.entries(DECIDED).forEach(([name, program], index) => {
    it(name, (t) => {
      const parser = real[index];
      assert.equal(parser?.error, undefined);
      assert.ok(parser);
      const extraction = read(program);
      assert.deepEqual(extraction.problems, []);
      const { compared, different } = differences(extraction, parser);
      assert.deepEqual(different, []);
      total += compared;
      t.diagnostic(`${compared} fields compared, ${total} so far`);
    });
  });
});

describe('programs that reading does not decide', () => {
  const programs = Object.values(UNDECIDED).map(({ program }) => program);
  const without = realParsers(programs);
  const withFoo = realParsers(programs, { FOO: '1' });
  Object.entries(UNDECIDED).forEach(([name, { program, problems, complete }], index) => {
    it(name, () => {
      const extraction = read(program);
      for (const parser of [without[index], withFoo[index]]) {
        assert.equal(parser?.error, undefined);
        assert.ok(parser);
        assert.deepEqual(unsound(extraction, parser), []);
      }
      assert.deepEqual(
        extraction.problems.map(({ kind }) => kind),
        problems,
      );
      assert.equal(extraction.complete, complete);
    });
  });
});

describe('programs that are changed at random', () => {
  const originals = [...Object.values(DECIDED), ...Object.values(UNDECIDED).map(({ program }) => program)];
  const seed = 20261130;

  /** Edits of a text: cut a line, repeat one, swap two, cut characters, cut the end. */
  const edit = fc.record({ kind: fc.constantFrom(0, 0, 0, 1, 1, 1, 2, 2, 3, 4), at: fc.nat(), to: fc.nat() });

  function changed(text: string, edits: readonly { kind: number; at: number; to: number }[]): string {
    return edits.reduce((before, { kind, at, to }) => {
      const lines = before.split('\n');
      const line = at % lines.length;
      if (kind === 0) return lines.toSpliced(line, 1).join('\n');
      if (kind === 1) return lines.toSpliced(line, 0, lines[line] ?? '').join('\n');
      if (kind === 2) {
        const other = to % lines.length;
        return lines
          .with(line, lines[other] ?? '')
          .with(other, lines[line] ?? '')
          .join('\n');
      }
      const from = at % (before.length + 1);
      return kind === 3 ? before.slice(0, from) + before.slice(from + 1 + (to % 6)) : before.slice(0, from);
    }, text);
  }

  it(`never throws, and what it says holds where the program still runs (seed ${seed})`, (t) => {
    const programs = fc
      .sample(fc.record({ which: fc.nat(), edits: fc.array(edit, { minLength: 1, maxLength: 3 }) }), {
        seed,
        numRuns: RUNS,
      })
      .map(({ which, edits }): Program => {
        const original = originals[which % originals.length] ?? { source: '' };
        return { ...original, source: changed(original.source, edits) };
      });
    const real = realParsers(programs);
    let running = 0;
    programs.forEach((program, index) => {
      const extraction = read(program);
      const parser = real[index];
      if (!parser || parser.error !== undefined) return;
      running++;
      assert.deepEqual(unsound(extraction, parser), [], program.source);
    });
    t.diagnostic(`${programs.length} programs, ${running} of them run`);
    assert.ok(running > programs.length / 10);
  });

  it(`never throws on any cut of a program`, () => {
    for (const { source } of originals)
      for (let end = 0; end < source.length; end += 7) assert.ok(read({ source: source.slice(0, end) }).spec.flags);
  });

  it(`ends, whatever the program does`, () => {
    const sources = [
      'while True: pass',
      'def f(): f()\nf()',
      'x = [1]\nwhile True: x += x',
      `x = ${'('.repeat(5000)}`,
      `x = ${'1+'.repeat(5000)}1`,
      'x = 10 ** 10 ** 10',
      'for a in range(10**9): pass',
      'a = "x" * 10**12',
      'class A(A): pass\nA().x.y()',
      'def a(): return b()\ndef b(): return a()\na()',
      '\u0000\ufffe"""',
    ];
    for (const source of sources) assert.equal(read({ source }).complete, false, source.slice(0, 40));
  });
});
