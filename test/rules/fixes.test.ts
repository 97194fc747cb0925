import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { CONTAINERS } from './containers.ts';
import { MISTAKES, type Mistake } from './mistakes.ts';
import { at, checkScript, fixAll } from './pipeline.ts';
import { argvsOf } from './realBash.ts';

const POSITIONS = ['alone', 'first', 'middle', 'last'] as const;
type Position = (typeof POSITIONS)[number];

/** Options that are right, around those that are not. */
const BEFORE = ['--ckpt.output_dir', 'out'];
const AFTER = ['--logger.logging_steps', '1'];

function around(position: Position, groups: Mistake['groups']): readonly (readonly string[])[] {
  const before = position === 'middle' || position === 'last' ? [BEFORE] : [];
  const after = position === 'middle' || position === 'first' ? [AFTER] : [];
  return [...before, ...groups, ...after];
}

interface Case {
  readonly mistake: Mistake;
  readonly container: string;
  readonly position: Position;
  readonly text: string;
  readonly expected: readonly string[];
}

/** Alone, and each of the other positions in turn. */
const cases: Case[] = MISTAKES.flatMap((mistake, row) =>
  CONTAINERS.flatMap((container, column) =>
    (['alone', POSITIONS[1 + ((row + column) % 3)] ?? 'last'] as const).map((position) => ({
      mistake,
      container: container.name,
      position,
      text: container.write(`openrlhf.cli.${mistake.entryPoint}`, around(position, mistake.groups)),
      expected: around(position, [mistake.fixed]).flat(),
    })),
  ),
);

/** Findings that the launcher of the test brings with it. */
const ASIDE = ['launcher-mismatch'];

describe('mistakes in every place where words of a launch are written', () => {
  let fixes = 0;
  for (const container of CONTAINERS) {
    test(container.name, () => {
      const mine = cases.filter((one) => one.container === container.name);
      const fixed = mine.map(({ mistake, position, text }) => {
        const checked = checkScript(text, { release: mistake.release });
        const found = checked.findings
          .filter(({ code }) => !ASIDE.includes(code))
          .map((finding) => [finding.code, at(checked, finding.location)]);
        assert.deepEqual(found, mistake.expect, `${mistake.name}, ${position}:\n${text}`);
        return fixAll(
          text,
          { release: mistake.release },
          mistake.expect.map(([code]) => code),
        );
      });
      const real = argvsOf(fixed);
      mine.forEach(({ mistake, expected, text }, index) => {
        const launches = (real[index] ?? []).filter((words) => words.some((word) => word.startsWith('openrlhf.')));
        assert.equal(launches.length, 1, `${mistake.name}:\n${text}\n---\n${fixed[index]}`);
        const words = launches[0] ?? [];
        const argv = words.slice(words.findIndex((word) => word.startsWith('openrlhf.')) + 1);
        assert.deepEqual(argv, expected, `${mistake.name}:\n${text}\n---\n${fixed[index]}`);
        fixes++;
      });
    });
  }
  test('all were run', () => {
    console.log(`${MISTAKES.length} mistakes, ${cases.length} scripts fixed and run by bash: ${fixes}`);
    assert.equal(fixes, cases.length);
  });
});
