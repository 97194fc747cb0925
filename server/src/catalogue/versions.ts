/** Release numbers of OpenRLHF as people write them: `0.11.2`, `v0.11.2`, `0.11.3.dev1`, `0.10.1.post2`. */

export interface Version {
  /** The dotted numbers, such as `[0, 11, 2]`. */
  readonly numbers: readonly number[];
  /** Order among versions of the same numbers: `dev` < `a` < `b` < `rc` < the release < `post` (PEP 440). */
  readonly stage: number;
  /** Number behind the stage, such as 2 in `post2`. */
  readonly serial: number;
}

const STAGES = ['dev', 'a', 'b', 'rc', '', 'post'] as const;
const PATTERN = /^v?(\d+(?:\.\d+)*)(?:[._-]?(dev|a|alpha|b|beta|rc|post)[._-]?(\d*))?(?:\+[a-z0-9.]+)?$/i;

/** Reads a version; `undefined` for text that is none. A local part (`+cu128`) is ignored. */
export function parseVersion(text: string): Version | undefined {
  const match = PATTERN.exec(text.trim());
  if (!match) return undefined;
  const word = (match[2] ?? '').toLowerCase();
  const stage = word === 'alpha' ? 'a' : word === 'beta' ? 'b' : word;
  return {
    numbers: (match[1] ?? '').split('.').map(Number),
    stage: STAGES.findIndex((known) => known === stage),
    serial: Number(match[3] ?? 0),
  };
}

/** Negative, zero or positive as `a` is older than, the same as or newer than `b`; missing numbers count as 0. */
export function compareVersions(a: Version, b: Version): number {
  const length = Math.max(a.numbers.length, b.numbers.length);
  for (let i = 0; i < length; i++) {
    const difference = (a.numbers[i] ?? 0) - (b.numbers[i] ?? 0);
    if (difference !== 0) return difference;
  }
  return a.stage - b.stage || a.serial - b.serial;
}

/** Order of two releases by name, oldest first; text that is no version counts as oldest. */
export function compareReleases(a: string, b: string): number {
  const [x, y] = [parseVersion(a), parseVersion(b)];
  if (!x || !y) return Number(x !== undefined) - Number(y !== undefined);
  return compareVersions(x, y);
}

/**
 * The bundled release that stands for a version: the newest that is not newer than it. A development version of a
 * release that is not bundled yet (`0.11.3.dev1`) is judged by the last one before it, one of a bundled release
 * (`0.11.2.dev1`, `0.11.2rc1`) by that release, since its flags are the ones being prepared. A version older than
 * every bundled release, or text that is no version, has none: `undefined`.
 *
 * @param releases bundled releases, oldest first
 */
export function bundledRelease(text: string, releases: readonly string[]): string | undefined {
  const asked = parseVersion(text);
  if (!asked) return undefined;
  const final: Version = {
    numbers: asked.numbers,
    stage: Math.max(asked.stage, STAGES.indexOf('')),
    serial: asked.serial,
  };
  return releases.findLast((release) => {
    const version = parseVersion(release);
    return version !== undefined && compareVersions(version, final) <= 0;
  });
}
