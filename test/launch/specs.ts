import assert from 'node:assert/strict';
import { createCatalogues } from '../../server/src/catalogue/lookup.ts';
import type { EntryPointSpec, FlagSpec } from '../../server/src/catalogue/schema.ts';

/** The flags of an entry point of 0.11.2. */
export function spec(name: string): EntryPointSpec {
  const catalogues = createCatalogues();
  const found = catalogues.entryPoint('0.11.2', name);
  assert.ok(found, `no ${name}`);
  return found.spec;
}

/** An entry point of flags that OpenRLHF does not have. */
export function ownSpec(...flags: readonly Partial<FlagSpec>[]): EntryPointSpec {
  return {
    name: 'own',
    flags: flags.map((flag) => ({
      name: '--x',
      aliases: [],
      dest: (flag.name ?? '--x').replace(/^-+/, ''),
      type: 'str',
      nargs: null,
      choices: null,
      default: null,
      defaultType: 'NoneType',
      action: 'store',
      required: false,
      ...flag,
    })),
  };
}
