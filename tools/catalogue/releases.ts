import { existsSync, readFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { ENTRY_POINTS, type EntryPointSpec } from '../../server/src/catalogue/schema.ts';
import { extractEntryPoint } from '../../server/src/python/arguments.ts';

/** What the unpacked wheel of one release says. */
export interface ReadRelease {
  readonly release: string;
  readonly entryPoints: readonly EntryPointSpec[];
  /** By entry point, the line of each flag in the parser's order. */
  readonly lines: Readonly<Record<string, readonly number[]>>;
  /** Ray version that METADATA pins. */
  readonly ray: string;
}

/**
 * Reads one release.
 *
 * @param root folder of one release, with `openrlhf/` and `openrlhf-<release>.dist-info/` in it
 * @throws Error where a flag of the release is not decided by reading its source: bundled data holds facts only
 */
export async function readRelease(root: string, release: string): Promise<ReadRelease> {
  const entryPoints: EntryPointSpec[] = [];
  const lines: Record<string, number[]> = {};
  for (const name of ENTRY_POINTS) {
    const module = `openrlhf.cli.${name}`;
    const text = readModule(root, module);
    if (text === undefined) throw new Error(`${release} has no ${module}`);
    const extraction = extractEntryPoint(text, { name, readModule: (other) => readModule(root, other) });
    if (extraction.problems.length > 0)
      throw new Error(`${release} ${name}: ${JSON.stringify(extraction.problems, null, 1)}`);
    entryPoints.push(extraction.spec);
    lines[name] = extraction.spec.flags.map((flag) => {
      const at = extraction.lines.get(flag.name);
      if (at?.module !== module) throw new Error(`${release} ${name}: ${flag.name} is not added in ${module}`);
      return at.line;
    });
  }
  return { release, entryPoints, lines, ray: await pinned(root, release, 'ray') };
}

/** Text of a module of an unpacked release. */
export function readModule(root: string, module: string): string | undefined {
  const base = path.join(root, ...module.split('.'));
  const file = [`${base}.py`, path.join(base, '__init__.py')].find((candidate) => existsSync(candidate));
  return file === undefined ? undefined : readFileSync(file, 'utf8');
}

async function pinned(root: string, release: string, name: string): Promise<string> {
  const folder = (await readdir(root)).find((entry) => entry.endsWith('.dist-info'));
  const metadata = readFileSync(path.join(root, folder ?? `openrlhf-${release}.dist-info`, 'METADATA'), 'utf8');
  const version = new RegExp(`^Requires-Dist: ${name}(?:\\[[^\\]]*\\])?==(\\S+)$`, 'm').exec(metadata)?.[1];
  if (version === undefined) throw new Error(`METADATA of ${release} pins no ${name}`);
  return version;
}
