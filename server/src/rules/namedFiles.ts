import type { Draft, LaunchFamily, NamedFile, View } from './context.ts';
import { say } from './finding.ts';
import type { Finding, Severity } from './model.ts';
import { fileOfUri } from '../text/uri.ts';
import { isPlaceholder } from './placeholderText.ts';
import { valuesOf } from './strings.ts';
import { placeOf, type TextOf } from './words.ts';

const PATH_RULES: Readonly<Record<string, string>> = {
  'reward.remote_url': 'rf-path',
  'train.agent_func_path': 'ag-path',
};

/** Python files that a launch names: missing ones, and at the flag what is wrong inside of them. */
export const namedFiles: LaunchFamily = {
  rules: [
    { id: 'rf-path', severity: 'error', stage: 'S3' },
    { id: 'ag-path', severity: 'error', stage: 'S3' },
  ],
  *check(view, { namedFiles: named, textOf }) {
    yield* notPython(view, textOf);
    for (const file of named.get(view.launch.id) ?? []) {
      if (!file.ways.includes(view.way)) continue;
      yield* missing(file);
      yield* inside(file);
    }
  },
};

/** `assert agent_func_path.endswith(".py")` (`trainer/ray/vllm_engine.py:20` of 0.11.2, in all releases). */
function* notPython({ binding }: View, textOf: TextOf): Iterable<Draft> {
  const value = binding.values.get('train.agent_func_path');
  if (value?.known !== true || value.origin !== 'given') return;
  const [given] = valuesOf(value.use);
  if (given === undefined || given.text === '' || given.text.endsWith('.py')) return;
  const { text, word, from } = given;
  yield {
    code: 'ag-path',
    location: placeOf(word, textOf, from, from + text.length),
    message: say('agent-not-python', { path: text }),
    subjects: [word],
  };
}

function* missing({ flag, path, location, word, absence }: NamedFile): Iterable<Draft> {
  const code = PATH_RULES[flag];
  // What is still to be filled in is told by a rule of its own.
  if (absence === null || code === undefined || isPlaceholder(path)) return;
  yield {
    code,
    severity: absence === 'certain' ? 'error' : 'warning',
    location,
    message: say(absence === 'certain' ? 'python-file-missing' : 'python-file-not-found', { flag: `--${flag}`, path }),
    subjects: [word],
  };
}

const WORST: readonly Severity[] = ['error', 'warning'];

/** One finding for all that is wrong in a file, with the code of the worst; what only informs is told in the file alone. */
function* inside({ location, word, findings }: NamedFile): Iterable<Draft> {
  const serious = WORST.flatMap((severity) => findings.filter((finding) => finding.severity === severity));
  const [first, ...others] = serious;
  if (first === undefined) return;
  const args = { file: fileOfUri(first.location.uri), first: first.message };
  yield {
    code: first.code,
    severity: first.severity,
    stage: first.stage,
    location,
    message:
      others.length === 0
        ? say('python-file-finding', args)
        : say('python-file-findings', { ...args, count: others.length }),
    related: serious.map(({ location: place, message }: Finding) => ({ location: place, message })),
    subjects: [word],
  };
}
