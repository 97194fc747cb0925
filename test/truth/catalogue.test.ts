/** The bundled flags are those of the real program, in every field, for every release. */

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { before, describe, it } from 'node:test';
import { createCatalogues } from '../../server/src/catalogue/lookup.ts';
import { toCatalogue, type CatalogueFile } from '../../server/src/catalogue/rows.ts';
import type { FlagSpec } from '../../server/src/catalogue/schema.ts';
import { extractEntryPoint } from '../../server/src/python/arguments.ts';
import { openrlhfFolder } from '../../tools/cache/openrlhf.ts';
import { catalogueFiles, dataFolder } from '../../tools/catalogue/files.ts';
import { readModule } from '../../tools/catalogue/releases.ts';
import { projectFolder } from '../../tools/project.ts';
import { dataSchemas } from '../catalogue/dataSchema.ts';

const sources = process.env['OPENRLHF_SRC'] ?? openrlhfFolder();
const catalogues = createCatalogues();

/** A flag of the real parser object, as `oracle.py flags` writes it. */
interface RealFlag {
  readonly name: string;
  readonly default_type: string;
  readonly default_dynamic: boolean;
  readonly [field: string]: unknown;
}

function realFlags(release: string): Readonly<Record<string, readonly RealFlag[]>> {
  const oracle = path.join(projectFolder, 'test/oracle/oracle.py');
  const run = spawnSync('python3', [oracle, 'flags', '--tag', `v${release}`], {
    encoding: 'utf8',
    env: { ...process.env, OPENRLHF_SRC: sources },
    maxBuffer: 1 << 28,
  });
  assert.equal(run.status, 0, run.stderr);
  const answer = JSON.parse(run.stdout) as {
    entry_points: Record<string, { allow_abbrev: boolean; flags: RealFlag[] }>;
  };
  for (const { allow_abbrev } of Object.values(answer.entry_points)) assert.equal(allow_abbrev, true);
  return Object.fromEntries(Object.entries(answer.entry_points).map(([name, { flags }]) => [name, flags]));
}

/** Our words for the fields of the real parser object. */
function asReal(flag: FlagSpec, dynamic: boolean): Record<string, unknown> {
  return {
    name: flag.name,
    aliases: flag.aliases,
    dest: flag.dest,
    type: flag.type,
    nargs: flag.nargs,
    choices: flag.choices,
    default: dynamic ? 'dynamic' : flag.default,
    default_type: flag.defaultType,
    default_dynamic: flag.defaultComputed !== undefined,
    action: flag.action,
    required: flag.required,
  };
}

describe('the bundled catalogue', () => {
  before(() => {
    const missing = catalogues.releases.filter((release) => !existsSync(path.join(sources, `v${release}`)));
    assert.deepEqual(missing, [], `releases of OpenRLHF that are not unpacked in ${sources}; run the tests with npm`);
  });

  it('is what the generator makes of the wheels', async (t) => {
    const files = await catalogueFiles(sources);
    for (const [name, text] of files) assert.equal(readFileSync(path.join(dataFolder, name), 'utf8'), text, name);
    t.diagnostic(`${files.size} files equal`);
  });

  it('has the shape that its readers expect', async () => {
    for (const name of (await catalogueFiles(sources)).keys()) check(name);
    check('guesses.json');
    check('modules.json');
    function check(name: string): void {
      const schema = name in dataSchemas ? dataSchemas[name as keyof typeof dataSchemas] : dataSchemas.catalogue;
      const result = schema.safeParse(JSON.parse(readFileSync(path.join(dataFolder, name), 'utf8')));
      assert.ok(result.success, `${name}: ${result.error?.message ?? ''}`);
    }
  });

  it('says the same before and after it is packed', () => {
    for (const release of catalogues.releases) {
      for (const { name, flags } of catalogues.forRelease(release)?.entryPoints ?? []) {
        const text = readModule(path.join(sources, `v${release}`), `openrlhf.cli.${name}`) ?? '';
        // Help texts are OpenRLHF's and stay there.
        const bare = JSON.stringify(extractEntryPoint(text, { name }).spec.flags, (key, value: unknown) =>
          key === 'help' ? undefined : value,
        );
        const read: unknown = JSON.parse(bare);
        assert.deepEqual(JSON.parse(JSON.stringify(flags)), read, `${release} ${name}`);
      }
    }
  });

  for (const release of catalogues.releases) {
    it(`${release}: every field of every flag is that of the real parser`, (t) => {
      const real = realFlags(release);
      const ours = catalogues.forRelease(release)?.entryPoints ?? [];
      assert.deepEqual(ours.map(({ name }) => name).sort(), Object.keys(real).sort());
      let fields = 0;
      for (const { name, flags } of ours) {
        const theirs = real[name] ?? [];
        assert.deepEqual(
          flags.map((flag) => flag.name),
          theirs.map((flag) => flag.name),
          `${name}: the parser's order`,
        );
        flags.forEach((flag, index) => {
          const wanted = theirs[index];
          assert.ok(wanted);
          const expected = wanted.default_dynamic ? { ...wanted, default: 'dynamic' } : wanted;
          const actual = asReal(flag, wanted.default_dynamic);
          assert.deepEqual(actual, expected, `${name} ${flag.name}`);
          fields += Object.keys(actual).length;
        });
      }
      t.diagnostic(`${fields} fields compared`);
    });

    it(`${release}: the line of every flag adds it`, (t) => {
      let lines = 0;
      for (const entryPoint of catalogues.forRelease(release)?.entryPoints ?? []) {
        for (const flag of entryPoint.flags) {
          const [file = '', line = ''] = entryPoint.sourceOf(flag)?.split(':') ?? [];
          const text =
            readFileSync(path.join(sources, `v${release}/openrlhf`, file), 'utf8').split('\n')[Number(line) - 1] ?? '';
          // Flags of a loop over prefixes have the prefix in braces.
          const written = flag.name.replace(/^--(actor|critic)\./, '--{prefix}.');
          const found = text.includes(`"${flag.name}"`) || text.includes(`f"${written}"`);
          assert.ok(found, `${release} ${file}:${line} of ${flag.name} is: ${text}`);
          lines++;
        }
      }
      t.diagnostic(`${lines} lines looked at`);
    });
  }

  it('shares a file exactly where releases do not differ', () => {
    const index = JSON.parse(readFileSync(path.join(dataFolder, 'releases.json'), 'utf8')) as { data: string }[];
    assert.deepEqual(
      index.map(({ data }) => data),
      ['0.10.2', '0.10.2', '0.10.2', '0.10.2', '0.11.1', '0.11.2'],
    );
    const file = JSON.parse(readFileSync(path.join(dataFolder, '0.11.2.json'), 'utf8')) as CatalogueFile;
    const counts = Object.values(toCatalogue(file).entryPoints).map(({ flags }) => flags.length);
    assert.deepEqual(counts, [167, 77, 79, 82, 14, 5]);
  });
});
