import type { ImportOutline, PythonFile } from '../../python/outline/model.ts';
import type { Draft } from '../context.ts';
import { AGENT_MODULE, EXECUTOR_BASES, INSTANCE_BASE, MODULE_NAMES } from '../../contracts/agent.ts';
import { fix, listed, say } from '../finding.ts';
import type { PythonContext, PythonFamily } from './context.ts';
import { place, replacement } from './shared.ts';

/** What happens as a file is loaded by its path (`agent.py:193-200`, `vllm_engine.py:19-25` of 0.11.2). */
export const loading: PythonFamily = {
  rules: [
    { id: 'python-syntax', severity: 'error', stage: 'S3' },
    { id: 'rf-sibling-import', severity: 'error', stage: 'S3' },
    { id: 'openrlhf-import', severity: 'error', stage: 'S3' },
    { id: 'rf-dataclass-annotations', severity: 'error', stage: 'S3' },
    { id: 'rf-load-side-effect', severity: 'warning', stage: 'S3' },
  ],
  *check(context) {
    const { file, roles } = context;
    // A server is a program of its own.
    if (roles.length === 0) return;
    if (file.syntaxError !== null) {
      yield {
        code: 'python-syntax',
        location: place(file, file.syntaxError),
        message: say('python-syntax'),
        subjects: [],
      };
      return;
    }
    for (const imported of file.imports) yield* importOf(context, imported);
    yield* ofOpenrlhf(file);
    yield* dataclasses(file);
    yield* sideEffects(file);
  },
};

function* importOf(
  { file, files, uses }: PythonContext,
  { module, moduleRange, atLoad, guarded }: ImportOutline,
): Iterable<Draft> {
  if (guarded || (!atLoad && file.names.has('TYPE_CHECKING'))) return;
  if (module.startsWith('.')) {
    yield {
      code: 'rf-sibling-import',
      severity: atLoad ? 'error' : 'warning',
      location: place(file, moduleRange),
      message: say('rf-relative-import'),
      subjects: [],
    };
    return;
  }
  const target = files.resolve(file, module);
  if (target === null || target === undefined || files.folder === undefined) return;
  const folder = file.uri.slice(0, file.uri.lastIndexOf('/'));
  // At the top of the workspace the working directory of the job has it, too.
  const beside = `${folder}/${module.replaceAll('.', '/')}`;
  if (folder === files.folder || (target.uri !== `${beside}.py` && target.uri !== `${beside}/__init__.py`)) return;
  if (/\bsys\.path\b/.test(file.source.text)) return;
  const isLost = uses.length > 0 && uses.every((use) => !use.setsPythonPath && startsAbove(use.path, file));
  yield {
    code: 'rf-sibling-import',
    severity: isLost ? 'warning' : 'info',
    location: place(file, moduleRange),
    message: say('rf-sibling-import', { module }),
    subjects: [],
  };
}

/** True where a path leads down to the file, so that the run starts in another folder than the file's. */
function startsAbove(path: string, { uri }: PythonFile): boolean {
  const parts = path.split('/').filter((part) => part !== '' && part !== '.');
  return !path.startsWith('/') && !parts.includes('..') && parts.length > 1 && uri.endsWith(`/${parts.join('/')}`);
}

/** Names of OpenRLHF's module of agents that are not there (`openrlhf/utils/agent.py` of 0.10.2 to 0.11.2). */
function* ofOpenrlhf(file: PythonFile): Iterable<Draft> {
  for (const { module, names, range, atLoad, guarded } of file.imports) {
    if (module !== AGENT_MODULE || !atLoad || guarded) continue;
    for (const name of names) {
      if (name === '*' || MODULE_NAMES.includes(name)) continue;
      const text = file.source.text.slice(range.start, range.end);
      const at =
        new RegExp(`\\b${name}\\b`).exec(text.replace(/^.*?\bimport\b/s, (head) => ' '.repeat(head.length)))?.index ??
        0;
      const message = say('openrlhf-import', { name, names: listed([...EXECUTOR_BASES, INSTANCE_BASE]) });
      const start = range.start + at;
      yield {
        code: 'openrlhf-import',
        location: place(file, { start, end: start + name.length }),
        message,
        subjects: [],
      };
    }
  }
}

function* dataclasses(file: PythonFile): Iterable<Draft> {
  const future = file.imports.find(({ module, names }) => module === '__future__' && names.includes('annotations'));
  if (future === undefined) return;
  for (const definition of file.names.values()) {
    if (definition.kind !== 'class') continue;
    const decorator = definition.decorators.find(({ text }) => /^(?:dataclasses\.)?dataclass\b/.test(text));
    const hasFields = /^[ \t]+\w+\s*:(?!:)/m.test(file.source.text.slice(definition.range.start, definition.range.end));
    if (decorator === undefined || !hasFields) continue;
    const { text } = file.source;
    const end = text.indexOf('\n', future.range.end) + 1;
    const isAlone = future.names.length === 1 && end > 0;
    yield {
      code: 'rf-dataclass-annotations',
      location: place(file, decorator.range),
      message: say('rf-dataclass-annotations'),
      fixes: isAlone
        ? [fix(say('fix-remove-import'), [replacement(file, { start: future.range.start, end }, '')])]
        : [],
      subjects: [],
    };
  }
}

/** Calls that run as the file is loaded, with what is wrong about them. */
const AT_LOAD: readonly (readonly [
  pattern: RegExp,
  key: 'rf-load-blocks' | 'rf-load-exits' | 'rf-load-arguments' | 'rf-load-input' | 'rf-load-port' | 'rf-signal-load',
])[] = [
  [/\b(?:uvicorn\.run|app\.run|serve_forever|asyncio\.run)(?=\()/g, 'rf-load-blocks'],
  [/(?<![\w.])(?:sys\.exit|os\._exit|exit|quit)(?=\()/g, 'rf-load-exits'],
  [/\b\w+\.parse_args(?=\(\))/g, 'rf-load-arguments'],
  [/(?<![\w.])input(?=\()/g, 'rf-load-input'],
  [/\b(?:ThreadingHTTPServer|HTTPServer)(?=\(\s*\()/g, 'rf-load-port'],
  [/\bsignal\.signal(?=\()/g, 'rf-signal-load'],
];

function* sideEffects(file: PythonFile): Iterable<Draft> {
  const text = loadedText(file);
  for (const [pattern, key] of AT_LOAD) {
    if (key === 'rf-signal-load' && text.includes('main_thread')) continue;
    for (const match of text.matchAll(pattern)) {
      const range = { start: match.index, end: match.index + match[0].length };
      // In a thread of its own it holds up nothing.
      if (key === 'rf-load-blocks' && /target\s*=\s*[\w.]*$/.test(text.slice(0, match.index))) continue;
      const code = key === 'rf-signal-load' ? 'rf-signal' : 'rf-load-side-effect';
      yield { code, severity: 'warning', location: place(file, range), message: say(key), subjects: [] };
    }
  }
  for (const match of text.matchAll(/(?<![\w.])open(?=\([^()\n]*,\s*(?:mode\s*=\s*)?["'](?:w|a|x))/g)) {
    const range = { start: match.index, end: match.index + match[0].length };
    yield {
      code: 'rf-load-side-effect',
      severity: 'info',
      location: place(file, range),
      message: say('rf-load-writes'),
      subjects: [],
    };
  }
}

/** The text with spaces for what does not run as the file is loaded: bodies, the main guard, strings and comments. */
function loadedText({ source: { text } }: PythonFile): string {
  const blank = (part: string): string => part.replaceAll(/[^\n]/g, ' ');
  const lines = text
    .replaceAll(/("""|''')[\s\S]*?\1/g, blank)
    .replaceAll(/#[^\n]*/g, blank)
    .split('\n');
  let hidden: number | null = null;
  return lines
    .map((line) => {
      const depth = /^\s*/.exec(line)?.[0].length ?? 0;
      if (hidden !== null && line.trim() !== '' && depth <= hidden && !/^\s*[)\]}]/.test(line)) hidden = null;
      if (hidden === null && /^\s*(?:(?:async\s+)?def\s|class\s|if\s+__name__\s*==)/.test(line)) hidden = depth;
      return hidden === null ? line : blank(line);
    })
    .join('\n');
}
