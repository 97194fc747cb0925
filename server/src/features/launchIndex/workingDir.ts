import { parse } from 'yaml';
import type { Launch } from '../../launch/model.ts';
import { readJson, memberOf } from '../../ray/json.ts';
import type { RaySubmit } from '../../ray/model.ts';
import { submitsOf, useOf } from '../../rules/ray/context.ts';
import type { Way } from '../../text/items.ts';

/** Where the processes of a launch run, as far as its own words tell. */
export type WorkingDir =
  /** Not a Ray job: where the script itself runs. */
  | { readonly kind: 'script' }
  /** A folder of the machine that submits; Ray sends it, and every worker starts in its copy. */
  | { readonly kind: 'folder'; readonly path: string }
  /** Somewhere on the cluster: an archive that is fetched, or wherever its head was started. */
  | { readonly kind: 'cluster' }
  | { readonly kind: 'unknown' };

/**
 * The working directory of one way through a launch.
 * @param file text of the file of `--runtime-env`; `null` where it cannot be read
 */
export function workingDirOf(launch: Launch, way: Way, file: (path: string) => string | null): WorkingDir {
  const submits = submitsOf({ launch, way });
  const [first, ...others] = submits;
  if (first === undefined) return { kind: 'script' };
  const dir = ofSubmit(first, file);
  const isSame = others.every((other) => JSON.stringify(ofSubmit(other, file)) === JSON.stringify(dir));
  return isSame ? dir : { kind: 'unknown' };
}

function ofSubmit(submit: RaySubmit, file: (path: string) => string | null): WorkingDir {
  // `--working-dir` counts before what the runtime environment says (`dashboard/modules/job/cli.py` of Ray).
  for (const name of ['--working-dir', '--runtime-env', '--runtime-env-json']) {
    const use = useOf(submit, name);
    if (use === undefined) continue;
    const text = use.value?.text ?? null;
    if (text === null) return { kind: 'unknown' };
    if (name === '--working-dir') return ofText(text);
    const inside = name === '--runtime-env' ? inYaml(file(text)) : inJson(text);
    if (inside === undefined) return { kind: 'unknown' };
    if (inside !== null) return ofText(inside);
  }
  return submit.complete ? { kind: 'cluster' } : { kind: 'unknown' };
}

/** `null` without the key, `undefined` where that cannot be told. */
function inJson(text: string): string | null | undefined {
  const { root, complete } = readJson(text);
  if (root.kind !== 'object') return undefined;
  const value = memberOf(root, 'working_dir')?.value;
  if (value === undefined) return complete ? null : undefined;
  return value.kind === 'text' && value.value !== null ? value.value : undefined;
}

function inYaml(text: string | null): string | null | undefined {
  if (text === null) return undefined;
  try {
    const root: unknown = parse(text);
    if (typeof root !== 'object' || root === null || Array.isArray(root)) return undefined;
    const value = 'working_dir' in root ? root.working_dir : null;
    return typeof value === 'string' || value === null ? value : undefined;
  } catch {
    return undefined;
  }
}

function ofText(text: string): WorkingDir {
  if (/^[A-Za-z][A-Za-z0-9+.-]*:/.test(text) || /\.(?:zip|whl|jar)$/.test(text)) return { kind: 'cluster' };
  return text === '' || /[$~]/.test(text) ? { kind: 'unknown' } : { kind: 'folder', path: text };
}
