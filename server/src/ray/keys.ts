import fields from './data/fields.json' with { type: 'json' };
import variables from './data/variables.json' with { type: 'json' };
import type { RuntimeEnvKeySpec } from './model.ts';
import { isNewer, RUNTIME_ENV_KEYS } from './runtimeEnv.ts';

/** A key of an object within a runtime environment. */
export interface KeyDoc {
  readonly key: string;
  readonly summary: string;
  readonly note?: string;
  /** A value to begin with, as JSON. */
  readonly example: string;
}

const FIELDS: Readonly<Record<string, readonly KeyDoc[]>> = {
  ...(fields as Readonly<Record<string, readonly KeyDoc[]>>),
  env_vars: variables as readonly KeyDoc[],
};

/**
 * The keys that an object of a runtime environment may have, for a release of Ray.
 *
 * @param path keys that lead to the object; empty for the runtime environment itself
 */
export function keysAt(path: readonly (string | number)[], ray: string): readonly KeyDoc[] {
  const [first] = path;
  if (first === undefined) return RUNTIME_ENV_KEYS.filter((spec) => isThere(spec, ray));
  return path.length === 1 && typeof first === 'string' && Object.hasOwn(FIELDS, first) ? (FIELDS[first] ?? []) : [];
}

function isThere({ since, until }: RuntimeEnvKeySpec, ray: string): boolean {
  return (since === undefined || !isNewer(since, ray)) && (until === undefined || !isNewer(ray, until));
}
