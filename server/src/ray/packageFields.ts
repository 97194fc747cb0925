import type { JsonMember, JsonNode } from './json.ts';
import { memberOf, membersOf } from './json.ts';
import type { RuntimeEnvProblem } from './runtimeEnvProblem.ts';

const FIELDS: Readonly<Record<'pip' | 'uv', readonly string[]>> = {
  pip: ['packages', 'pip_check', 'pip_version', 'pip_install_options'],
  uv: ['packages', 'uv_check', 'uv_version', 'uv_pip_install_options'],
};

/** `parse_and_validate_pip` and `parse_and_validate_uv` of Ray. */
export function* packageProblems(
  member: JsonMember | undefined,
  manager: 'pip' | 'uv',
  ray: string,
): Iterable<RuntimeEnvProblem> {
  if (member === undefined || isNull(member.value)) return;
  const { value } = member;
  switch (value.kind) {
    case 'text':
    case 'unknown':
      return;
    case 'number':
    case 'constant':
      yield { message: 'runtime-env-packages', range: value, args: { manager } };
      return;
    case 'list': {
      const wrong = value.items.find(({ kind }) => kind !== 'text' && kind !== 'unknown');
      if (wrong !== undefined) yield { message: 'runtime-env-packages', range: wrong, args: { manager } };
      return;
    }
    case 'object':
      yield* fieldProblems(value, member, manager, ray);
  }
}

function* fieldProblems(
  value: JsonNode,
  { key }: JsonMember,
  manager: 'pip' | 'uv',
  ray: string,
): Iterable<RuntimeEnvProblem> {
  // The options of pip came after 2.48.
  const fields = FIELDS[manager].filter((field) => field !== 'pip_install_options' || !ray.startsWith('2.48.'));
  for (const member of membersOf(value)) {
    const field = member.key.value;
    if (field !== null && !fields.includes(field)) {
      const args = { manager, field, fields: fields.join(', ') };
      yield { message: 'runtime-env-packages-field', range: member.key, args };
    }
  }
  const readable = membersOf(value).every((member) => member.key.value !== null);
  if (readable && memberOf(value, 'packages') === undefined)
    yield { message: 'runtime-env-packages-missing', range: key, args: { manager } };
  yield* wrongType(memberOf(value, 'packages'), manager === 'pip' ? ['list', 'text'] : ['list'], 'a list of texts');
  yield* wrongType(memberOf(value, `${manager}_check`), ['boolean'], 'true or false');
  yield* wrongType(memberOf(value, `${manager}_version`), ['text'], 'a text');
  const options = memberOf(value, manager === 'pip' ? 'pip_install_options' : 'uv_pip_install_options');
  yield* wrongType(options, ['texts'], 'a list of texts');
}

type Wanted = 'list' | 'texts' | 'text' | 'boolean' | 'object';

function* wrongType(
  member: JsonMember | undefined,
  wanted: readonly Wanted[],
  expected: string,
): Iterable<RuntimeEnvProblem> {
  if (member === undefined || member.value.kind === 'unknown') return;
  if (wanted.some((one) => isOf(member.value, one))) return;
  yield { message: 'runtime-env-type', range: member.value, args: { key: member.key.value ?? '', expected } };
}

function isOf(node: JsonNode, wanted: Wanted): boolean {
  switch (wanted) {
    case 'list':
      return node.kind === 'list';
    case 'texts':
      return node.kind === 'list' && node.items.every(({ kind }) => kind === 'text' || kind === 'unknown');
    case 'text':
      return node.kind === 'text';
    case 'boolean':
      return node.kind === 'constant' && node.value !== null;
    case 'object':
      return node.kind === 'object';
  }
}

function isNull(node: JsonNode): boolean {
  return node.kind === 'constant' && node.value === null;
}

const CONFIG = ['setup_timeout_seconds', 'eager_install', 'log_files'];

/** `RuntimeEnvConfig` of Ray. */
export function* configProblems(member: JsonMember | undefined): Iterable<RuntimeEnvProblem> {
  if (member === undefined || isNull(member.value)) return;
  const { value } = member;
  yield* wrongType(member, ['object'], 'an object');
  for (const { key } of membersOf(value)) {
    if (key.value === null || CONFIG.includes(key.value)) continue;
    yield { message: 'runtime-env-config-key', range: key, args: { key: key.value, keys: CONFIG.join(', ') } };
  }
  yield* wrongType(memberOf(value, 'eager_install'), ['boolean'], 'true or false');
  const files = memberOf(value, 'log_files');
  if (files !== undefined && !isNull(files.value)) yield* wrongType(files, ['texts'], 'a list of texts');
  const timeout = memberOf(value, 'setup_timeout_seconds')?.value;
  if (timeout === undefined || timeout.kind === 'unknown') return;
  // Python's True is a 1.
  if (timeout.kind === 'constant' && timeout.value === true) return;
  const fine = timeout.kind === 'number' && timeout.whole && (timeout.value > 0 || timeout.value === -1);
  if (fine) return;
  const digits = timeout.kind === 'text' && timeout.value !== null && /^[1-9]\d*$/.test(timeout.value);
  yield { message: 'runtime-env-timeout', range: timeout, ...(digits ? { instead: timeout.value } : {}) };
}
