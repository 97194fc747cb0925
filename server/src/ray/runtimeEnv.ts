import data from './data/runtimeEnv.json' with { type: 'json' };
import type { JsonMember, JsonNode } from './json.ts';
import { memberOf, membersOf } from './json.ts';
import type { RuntimeEnvKeySpec } from './model.ts';
import type { RuntimeEnvProblem } from './runtimeEnvProblem.ts';
import { configProblems, packageProblems } from './packageFields.ts';
import { uploadProblems } from './upload.ts';

/** Keys of a runtime environment, those first that people use most. */
export const RUNTIME_ENV_KEYS = data as readonly RuntimeEnvKeySpec[];

/** What a check of a runtime environment depends on beside its text. */
export interface RuntimeEnvChecks {
  /** The release of Ray that submits. */
  readonly ray: string;
  /** The object could be read to its end. */
  readonly complete: boolean;
}

/** The key, where Ray of this release has it. */
export function runtimeEnvKey(key: string): RuntimeEnvKeySpec | undefined {
  return RUNTIME_ENV_KEYS.find((spec) => spec.key === key);
}

/**
 * What `ray job submit` refuses in a runtime environment, or takes without any effect: `RuntimeEnv` of
 * `runtime_env/runtime_env.py` and `_private/runtime_env/validation.py` of Ray.
 */
export function* runtimeEnvProblems(root: JsonNode, checks: RuntimeEnvChecks): Iterable<RuntimeEnvProblem> {
  if (root.kind !== 'object') {
    if (!isEmpty(root)) yield { message: 'runtime-env-object', range: root };
    return;
  }
  for (const { key } of membersOf(root)) yield* keyProblems(key.value, key, checks);
  yield* together(root);
  yield* envVars(memberOf(root, 'env_vars'));
  yield* packageProblems(memberOf(root, 'pip'), 'pip', checks.ray);
  yield* packageProblems(memberOf(root, 'uv'), 'uv', checks.ray);
  yield* conda(memberOf(root, 'conda'));
  yield* configProblems(memberOf(root, 'config'));
  yield* setupHook(memberOf(root, 'worker_process_setup_hook'));
  yield* uploadProblems(root, checks);
}

/** What Python counts as false, which the command takes for no environment at all. */
function isEmpty(node: JsonNode): boolean {
  switch (node.kind) {
    case 'text':
      return node.value === '' || node.value === null;
    case 'number':
      return node.value === 0;
    case 'constant':
      return node.value !== true;
    case 'list':
      return node.items.length === 0;
    case 'object':
    case 'unknown':
      return true;
  }
}

function* keyProblems(
  key: string | null,
  range: { readonly start: number; readonly end: number },
  { ray }: RuntimeEnvChecks,
): Iterable<RuntimeEnvProblem> {
  if (key === null || key.startsWith('_')) return;
  if (key === 'setup_commands') {
    yield { message: 'runtime-env-setup-commands', range };
    return;
  }
  const spec = runtimeEnvKey(key);
  if (spec === undefined) yield { message: 'runtime-env-key', range, args: { key }, unknownKey: key };
  else if (spec.until !== undefined && isNewer(ray, spec.until))
    yield { message: 'runtime-env-key-gone', range, args: { key, until: spec.until } };
}

/** True if release `a` of Ray is newer than `b`. */
export function isNewer(a: string, b: string): boolean {
  return a.localeCompare(b, 'en', { numeric: true }) > 0;
}

/** Present and not null, which is what Ray counts as given. */
function given(root: JsonNode, key: string): JsonMember | undefined {
  const member = memberOf(root, key);
  const absent = member?.value.kind === 'constant' && member.value.value === null;
  return absent ? undefined : member;
}

function* together(root: JsonNode): Iterable<RuntimeEnvProblem> {
  const managers = ['pip', 'uv', 'conda'].flatMap((key) => {
    const member = given(root, key);
    return member === undefined || member.value.kind === 'unknown' ? [] : [member];
  });
  const [first, second] = managers;
  if (first !== undefined && second !== undefined) {
    const [a, b] = [first, second].sort((x, y) => x.key.start - y.key.start);
    yield {
      message: 'runtime-env-managers',
      range: (b ?? second).key,
      args: { first: a?.key.value ?? '', second: b?.key.value ?? '' },
    };
  }
  for (const alone of ['container', 'image_uri']) {
    const member = given(root, alone);
    if (member === undefined || member.value.kind === 'unknown' || isFalsy(member.value)) continue;
    const others = membersOf(root).filter(
      ({ key, value }) =>
        key.value !== null &&
        ![alone, 'config', 'env_vars'].includes(key.value) &&
        value.kind !== 'unknown' &&
        !(value.kind === 'constant' && value.value === null && TAKEN_BY_NAME.includes(key.value)),
    );
    const [other] = others;
    if (other !== undefined)
      yield { message: 'runtime-env-alone', range: other.key, args: { key: alone, other: other.key.value ?? '' } };
  }
}

/** Keys that Ray takes by name, so that null is the same as none. */
const TAKEN_BY_NAME: readonly string[] = RUNTIME_ENV_KEYS.map(({ key }) => key).filter(
  (key) => !['excludes', 'java_jars', 'mpi'].includes(key),
);

function isFalsy(node: JsonNode): boolean {
  return node.kind === 'object' ? node.members.length === 0 : isEmpty(node);
}

function* envVars(member: JsonMember | undefined): Iterable<RuntimeEnvProblem> {
  if (member === undefined) return;
  const { value } = member;
  if (value.kind !== 'object') {
    const fine =
      value.kind === 'unknown' ||
      (value.kind === 'constant' && value.value === null) ||
      (value.kind === 'list' && value.items.length === 0) ||
      (value.kind === 'text' && (value.value === '' || value.value === null));
    if (!fine) yield { message: 'runtime-env-vars', range: value };
    return;
  }
  for (const { key, value: variable } of membersOf(value)) {
    if (variable.kind === 'text' || variable.kind === 'unknown') continue;
    const name = key.value ?? '';
    yield {
      message: 'runtime-env-var',
      range: variable,
      args: { name },
      ...(variable.kind === 'number' || (variable.kind === 'constant' && variable.value !== null)
        ? { quote: true }
        : {}),
    };
  }
}

function* conda(member: JsonMember | undefined): Iterable<RuntimeEnvProblem> {
  if (member === undefined || ['text', 'object', 'unknown'].includes(member.value.kind)) return;
  if (member.value.kind === 'constant' && member.value.value === null) return;
  yield { message: 'runtime-env-conda', range: member.value };
}

function* setupHook(member: JsonMember | undefined): Iterable<RuntimeEnvProblem> {
  if (member === undefined || ['text', 'unknown'].includes(member.value.kind) || isFalsy(member.value)) return;
  yield { message: 'runtime-env-hook', range: member.value };
}
