import { editDistance } from '../../catalogue/distance.ts';
import { memberOf } from '../../ray/json.ts';
import type { RaySubmit, SubmitUse } from '../../ray/model.ts';
import { RUNTIME_ENV_KEYS, runtimeEnvProblems } from '../../ray/runtimeEnv.ts';
import type { RuntimeEnvProblem } from '../../ray/runtimeEnvProblem.ts';
import { folderProblem } from '../../ray/upload.ts';
import { writtenThere } from '../../ray/valueText.ts';
import type { Draft, LaunchFamily, RuleContext } from '../context.ts';
import { fix, listed, say } from '../finding.ts';
import type { Fix, Message, Severity } from '../model.ts';
import { placeOf } from '../words.ts';
import { rayOf, submitsOf, useOf, valuePlace } from './context.ts';
import type { JsonValue } from './json.ts';
import { jsonPlace, jsonValue, quoteFix, syntax } from './json.ts';

/** The runtime environment that a script gives with a job. */
export const rayRuntimeEnv: LaunchFamily = {
  rules: [
    { id: 'runtime-env-json', severity: 'error', stage: 'S0' },
    { id: 'runtime-env-key', severity: 'warning', stage: null },
    { id: 'runtime-env-conflict', severity: 'error', stage: 'S0' },
    { id: 'runtime-env-value', severity: 'error', stage: 'S0' },
    { id: 'runtime-env-upload', severity: 'error', stage: 'S0' },
  ],
  *check(view, context) {
    for (const submit of submitsOf(view)) {
      const use = useOf(submit, '--runtime-env-json');
      yield* bothEnvironments(submit, use, context);
      yield* workingDir(submit, context);
      const value = use?.value ?? null;
      const json = use === undefined || value === null ? null : jsonValue(use, value, context);
      if (json === null) continue;
      yield* folderTwice(submit, json);
      if (json.reading.problem !== null) {
        yield* syntax(json, 'runtime-env-json', context);
        continue;
      }
      const { root, complete } = json.reading;
      const checks = { ray: rayOf(context), complete };
      for (const problem of runtimeEnvProblems(root, checks)) yield problemDraft(problem, json, context);
    }
  },
};

/** Where a finding differs from its rule's own severity. */
const SEVERITIES: Partial<Record<RuntimeEnvProblem['message'], Severity>> = {
  'runtime-env-folder-local': 'warning',
  'runtime-env-excludes-all': 'warning',
};

const CODES: Readonly<Record<RuntimeEnvProblem['message'], string>> = {
  'runtime-env-object': 'runtime-env-json',
  'runtime-env-key': 'runtime-env-key',
  'runtime-env-key-gone': 'runtime-env-key',
  'runtime-env-setup-commands': 'runtime-env-key',
  'runtime-env-config-key': 'runtime-env-key',
  'runtime-env-managers': 'runtime-env-conflict',
  'runtime-env-alone': 'runtime-env-conflict',
  'runtime-env-vars': 'runtime-env-value',
  'runtime-env-var': 'runtime-env-value',
  'runtime-env-conda': 'runtime-env-value',
  'runtime-env-hook': 'runtime-env-value',
  'runtime-env-packages': 'runtime-env-value',
  'runtime-env-packages-missing': 'runtime-env-value',
  'runtime-env-packages-field': 'runtime-env-value',
  'runtime-env-type': 'runtime-env-value',
  'runtime-env-timeout': 'runtime-env-value',
  'runtime-env-folder-text': 'runtime-env-value',
  'runtime-env-folder-home': 'runtime-env-upload',
  'runtime-env-folder-variable': 'runtime-env-upload',
  'runtime-env-folder-scheme': 'runtime-env-upload',
  'runtime-env-folder-archive': 'runtime-env-upload',
  'runtime-env-folder-local': 'runtime-env-upload',
  'runtime-env-excludes-all': 'runtime-env-upload',
};

function problemDraft(problem: RuntimeEnvProblem, json: JsonValue, context: RuleContext): Draft {
  const severity = SEVERITIES[problem.message];
  const { message, fixes } = problem.unknownKey === undefined ? plain(problem, json) : likeKeys(problem, json);
  // Plug-ins of the cluster may bring keys of their own.
  const plugins = problem.unknownKey !== undefined && hasPlugins(json, context);
  return {
    code: CODES[problem.message],
    ...(severity === undefined ? {} : { severity }),
    ...(plugins ? { severity: 'hint' as const } : {}),
    location: jsonPlace(json, problem.range),
    message,
    fixes,
    subjects: [json.value.word],
  };
}

function hasPlugins(json: JsonValue, { textOf }: RuleContext): boolean {
  return textOf(json.value.word.location.uri)?.includes('RAY_RUNTIME_ENV_PLUGINS') === true;
}

interface Told {
  readonly message: Message;
  readonly fixes: readonly Fix[];
}

function plain(problem: RuntimeEnvProblem, json: JsonValue): Told {
  const { range, instead } = problem;
  const message: Message =
    problem.args === undefined ? { key: problem.message } : { key: problem.message, args: problem.args };
  if (problem.quote === true) return { message, fixes: quoteFix(json, range) };
  return { message, fixes: instead === undefined ? [] : replaceFix(json, range, instead, true) };
}

function replaceFix(json: JsonValue, range: RuntimeEnvProblem['range'], text: string, preferred: boolean): Fix[] {
  const location = json.text.map.location(range);
  const newText = writtenThere(json.text, range, text);
  if (location === undefined || newText === undefined) return [];
  return [fix(say('fix-value', { value: text }), [{ location, newText }], preferred)];
}

function likeKeys({ unknownKey: key = '', range }: RuntimeEnvProblem, json: JsonValue): Told {
  const letters = (text: string): string => text.replace(/[-_]/g, '').toLowerCase();
  const near = RUNTIME_ENV_KEYS.map((spec) => ({ key: spec.key, edits: editDistance(letters(key), letters(spec.key)) }))
    .filter((one) => one.edits <= Math.max(1, Math.floor(one.key.length / 4)) && one.key.length > 2)
    .sort((a, b) => a.edits - b.edits);
  const names = near.filter(({ edits }) => edits === near[0]?.edits).map((one) => one.key);
  const [only] = names;
  if (only === undefined) return { message: say('runtime-env-key', { key }), fixes: [] };
  const message = say('runtime-env-key-nearest', { key, suggestions: listed(names, 'or') });
  const { root } = json.reading;
  if (names.length > 1 || memberOf(root, only) !== undefined) return { message, fixes: [] };
  return { message, fixes: replaceFix(json, { start: range.start + 1, end: range.end - 1 }, only, true) };
}

function* bothEnvironments(submit: RaySubmit, use: SubmitUse | undefined, context: RuleContext): Iterable<Draft> {
  const file = useOf(submit, '--runtime-env');
  if (file === undefined || use === undefined) return;
  const [, later] = [file, use].sort((a, b) => submit.options.indexOf(a) - submit.options.indexOf(b));
  const { spec, word } = later ?? use;
  yield {
    code: 'runtime-env-conflict',
    location: placeOf(word, context.textOf, 0, spec.name.length),
    message: say('ray-both-environments'),
    subjects: [word],
  };
}

/** `--working-dir` counts, and Ray says so in a line that the log swallows. */
function* folderTwice(submit: RaySubmit, json: JsonValue): Iterable<Draft> {
  const folder = useOf(submit, '--working-dir');
  const member = memberOf(json.reading.root, 'working_dir');
  if (folder === undefined || member === undefined) return;
  yield {
    code: 'runtime-env-conflict',
    severity: 'info',
    location: jsonPlace(json, member.key),
    message: say('ray-folder-twice', { option: json.option }),
    subjects: [json.value.word],
  };
}

function* workingDir(submit: RaySubmit, context: RuleContext): Iterable<Draft> {
  const use = useOf(submit, '--working-dir');
  const value = use?.value ?? null;
  const text = value?.text ?? null;
  if (use === undefined || value === null || text === null) return;
  const problem = folderProblem(text, rayOf(context));
  if (problem === undefined) return;
  const severity = SEVERITIES[problem.message];
  yield {
    code: CODES[problem.message],
    ...(severity === undefined ? {} : { severity }),
    location: valuePlace(use, context),
    message: { key: problem.message, ...(problem.args === undefined ? {} : { args: problem.args }) },
    subjects: [value.word],
  };
}
