/** The flag descriptions: complete, in step with the catalogues in both directions, short, and consistent. */

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { createCatalogues } from '../../server/src/catalogue/lookup.ts';
import { ENTRY_POINTS, type FlagSpec } from '../../server/src/catalogue/schema.ts';
import { acceptedBy, sayWhyNot } from './argparseValues.ts';
import {
  allDocs,
  type Doc,
  docFields,
  docsFile,
  docsFiles,
  effective,
  occurrences,
  type Override,
  readDocsFile,
} from './flagDocs.ts';

const flags = occurrences();
const { newest } = createCatalogues();

describe('shape', () => {
  for (const file of docsFiles()) {
    test(file, () => {
      const result = docsFile.safeParse(readDocsFile(file));
      assert.ok(result.success, result.error?.message);
      assert.ok(Object.keys(result.data).length > 0, 'no description in it');
    });
  }

  test('a field that the schema does not know is refused', () => {
    const good = { summary: 'Does a thing.', source: 'openrlhf/cli/train_sft.py:1' };
    assert.ok(docsFile.safeParse({ '--a': good }).success);
    for (const bad of [{ ...good, more: 'x' }, { ...good, unit: '' }, { ...good, range: 'a\nb' }, { summary: 'x' }]) {
      assert.ok(!docsFile.safeParse({ '--a': bad }).success, JSON.stringify(bad));
    }
    assert.ok(docFields.includes('noEffect'));
  });
});

describe('in step with the catalogues', () => {
  const docs = allDocs();

  test('every flag of every release has exactly one description', () => {
    const count = new Map<string, number>();
    for (const [flag] of docs) count.set(flag, (count.get(flag) ?? 0) + 1);
    assert.deepEqual(
      [...flags.keys()].filter((flag) => !count.has(flag)),
      [],
      'flags without a description',
    );
    assert.deepEqual(
      [...count].filter(([, times]) => times > 1),
      [],
      'flags described twice',
    );
  });

  test('every description is of a flag', () => {
    assert.deepEqual(
      docs.map(([flag]) => flag).filter((flag) => !flags.has(flag)),
      [],
    );
  });

  test('a dotted flag stands in the file of its section', () => {
    const misplaced = docs.filter(([flag, , file]) => flag.includes('.') && file !== `${sectionOf(flag)}.json`);
    assert.deepEqual(
      misplaced.map(([flag, , file]) => `${flag} in ${file}`),
      [],
    );
  });

  test('every choice of every release is described, and no other', () => {
    for (const [flag, doc] of docs) {
      for (const [entryPoint, specs] of byEntryPoint(flag)) {
        const real = new Set(specs.flatMap(({ choices }) => choices ?? []).map(String));
        const described = Object.keys(effective(doc, entryPoint).choices ?? {});
        assert.deepEqual(described.sort(), [...real].sort(), `${flag} of ${entryPoint}`);
      }
    }
  });

  test('a release is named exactly for a flag or choice that the newest no longer has', () => {
    for (const [flag, doc] of docs) {
      const seen = flags.get(flag) ?? [];
      const last = seen.at(-1)?.release;
      assert.equal(doc.release, last === newest ? undefined : last, flag);
      for (const [value, choice] of Object.entries(doc.choices ?? {})) {
        const having = seen.filter(({ flag: { choices } }) => choices?.map(String).includes(value));
        const lastWith = having.at(-1)?.release;
        assert.equal(choice.release, lastWith === newest ? undefined : lastWith, `${flag} ${value}`);
      }
    }
  });

  test('perEntryPoint names entry points that have the flag, and only what differs there', () => {
    for (const [flag, doc] of docs) {
      const having = new Set(byEntryPoint(flag).keys());
      for (const [entryPoint, changes] of Object.entries(doc.perEntryPoint ?? {})) {
        assert.ok(
          (ENTRY_POINTS as readonly string[]).includes(entryPoint) && having.has(entryPoint),
          `${flag}: ${entryPoint}`,
        );
        assert.ok(Object.keys(changes).length > 0, `${flag}: ${entryPoint} changes nothing`);
        const base = new Map<string, unknown>(Object.entries(doc));
        for (const [field, value] of Object.entries(changes)) {
          assert.notDeepEqual(value, base.get(field), `${flag} of ${entryPoint}: ${field} says the same again`);
        }
      }
    }
  });

  test('offered values are ones that the parser takes', () => {
    for (const [flag, doc] of docs) {
      for (const [entryPoint, specs] of byEntryPoint(flag)) {
        const values = effective(doc, entryPoint).values ?? [];
        for (const { value } of values) {
          const reasons = specs.map((spec) => sayWhyNot(value, spec));
          assert.ok(reasons.includes(undefined), `${flag} ${value} of ${entryPoint}: ${reasons.join('; ')}`);
        }
        const distinct = new Set(values.map(({ value }) => value));
        assert.equal(distinct.size, values.length, `${flag} of ${entryPoint}: a value is offered twice`);
      }
    }
  });

  test('the check of values takes and refuses what argparse does', () => {
    const one = { type: 'float', nargs: null, choices: null } as const;
    const two = { ...one, nargs: 2 } as const;
    const int = { ...one, type: 'int' } as const;
    const good = ['1e-6 | 0.5 | -1 | -.5 | inf | 1_0.5', '0.2 0.28 | -1 1', '8 | -1 | 1_000'];
    const bad = ['-5e-1 | 1,5 | one | 1 2', '0.2 | 1 2 3 | -inf 1', '1e5 | 2.0 | 0x2'];
    [one, two, int].forEach((spec, index) => {
      for (const value of (good[index] ?? '').split(' | ')) assert.ok(acceptedBy(value, spec), value);
      for (const value of (bad[index] ?? '').split(' | ')) assert.ok(!acceptedBy(value, spec), value);
    });
    assert.ok(!acceptedBy('a', { ...one, type: 'str', choices: ['b'] }));
  });
});

describe('wording', () => {
  const docs = allDocs();

  test('a summary has 20 to 260 characters, a whole description at most 900', () => {
    for (const [flag, doc] of docs) {
      for (const entryPoint of ['', ...Object.keys(doc.perEntryPoint ?? {})]) {
        const { summary, unit, range, depends, noEffect, aka } = effective(doc, entryPoint);
        assert.ok(summary.length >= 20 && summary.length <= 260, `${flag} ${entryPoint}: summary ${summary.length}`);
        const whole = [summary, unit, range, depends, noEffect, ...(aka ?? [])].filter((text) => text !== undefined);
        assert.ok(whole.join(' ').length <= 900, `${flag} ${entryPoint}: ${whole.join(' ').length}`);
      }
      for (const [value, { summary }] of Object.entries(doc.choices ?? {})) {
        assert.ok(summary.length >= 20 && summary.length <= 260, `${flag} ${value}: ${summary.length}`);
      }
      for (const { value, note } of doc.values ?? []) assert.ok((note?.length ?? 0) <= 60, `${flag} ${value}: ${note}`);
    }
  });

  test('only twins, such as actor and critic, share a summary', () => {
    const first = new Map<string, string>();
    for (const [flag, doc] of docs) {
      const { summary } = doc;
      const other = first.get(summary);
      assert.ok(other === undefined || twin(other) === twin(flag), `${String(other)} and ${flag}: ${summary}`);
      first.set(summary, flag);
    }
  });

  test('every flag named in a text exists, and stands in backticks', () => {
    for (const [flag, doc] of docs) {
      for (const text of texts(doc)) {
        for (const [, code = ''] of text.matchAll(/`([^`]*)`/g)) {
          for (const [name] of code.matchAll(/--[\w.-]+\*?/g)) {
            const known = name.endsWith('*') ? startsFlags(name.slice(0, -1)) : flags.has(name);
            assert.ok(known, `${flag} names ${name}: ${text}`);
          }
        }
        assert.doesNotMatch(text.replaceAll(/`[^`]*`/g, ''), /--\w/, `${flag}: a flag outside backticks`);
        assert.equal((text.match(/`/g) ?? []).length % 2, 0, `${flag}: an open backtick: ${text}`);
        assert.doesNotMatch(text, /^#|\]\(/, `${flag}: a heading or link`);
      }
    }
  });

  test('sentences end with a full stop', () => {
    for (const [flag, doc] of docs) {
      for (const { summary, range, depends, noEffect } of [doc, ...Object.values(doc.perEntryPoint ?? {})]) {
        for (const text of [summary, range, depends, noEffect]) {
          if (text !== undefined) assert.match(text, /[.:)]$/, `${flag}: ${text}`);
        }
      }
      for (const { summary } of Object.values(doc.choices ?? {})) assert.match(summary, /\.$/, `${flag}: ${summary}`);
    }
  });
});

/** Whether `--adam.*` stands for any flag. */
function startsFlags(prefix: string): boolean {
  return [...flags.keys()].some((flag) => flag.startsWith(prefix));
}

function sectionOf(flag: string): string {
  return flag.slice(2, flag.indexOf('.'));
}

/** A flag without the model it belongs to: `--actor.adam.lr`, `--critic.adam.lr` and `--adam.lr` are triplets. */
function twin(flag: string): string {
  return flag.replace(/^--(?:(?:actor|critic|ref|reward|model)\.)?/, '');
}

/** The flag in every release that has it, by entry point. */
function byEntryPoint(flag: string): ReadonlyMap<string, readonly FlagSpec[]> {
  return new Map(
    ENTRY_POINTS.flatMap((entryPoint) => {
      const specs = (flags.get(flag) ?? []).filter((seen) => seen.entryPoint === entryPoint).map((seen) => seen.flag);
      return specs.length > 0 ? [[entryPoint, specs] as const] : [];
    }),
  );
}

/** Every text of a description that people read. */
function texts(doc: Doc): readonly string[] {
  const own = ({ summary, range, depends, noEffect, choices, values }: Override): (string | undefined)[] => [
    ...[summary, range, depends, noEffect],
    ...Object.values(choices ?? {}).map((choice) => choice.summary),
    ...(values ?? []).map(({ note }) => note),
  ];
  return [doc, ...Object.values(doc.perEntryPoint ?? {})].flatMap(own).filter((text) => text !== undefined);
}
