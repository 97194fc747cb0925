import type { ImportOutline, PythonFile } from '../../python/outline/model.ts';
import type { Draft } from '../context.ts';
import { fix, say } from '../finding.ts';
import type { PythonContext, PythonFamily } from './context.ts';
import { place, replacement } from './shared.ts';

/** What happens as a file is loaded by its path (`agent.py:193-200`, `vllm_engine.py:19-25` of 0.11.2). */
export const loading: PythonFamily = {
  rules: [
    { id: 'python-syntax', severity: 'error', stage: 'S3' },
    { id: 'rf-sibling-import', severity: 'error', stage: 'S3' },
    { id: 'rf-dataclass-annotations', severity: 'error', stage: 'S3' },
    { id: 'rf-load-side-effect', severity: 'warning', stage: 'S3' },
  ],
  *check(context) {
    const { file } = context;
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
    yield* dataclasses(file);
    yield* sideEffects(file);
  },
};

function* importOf(
  { file, files }: PythonContext,
  { module, moduleRange, atLoad, guarded }: ImportOutline,
): Iterable<Draft> {
  if (!atLoad || guarded) return;
  if (module.startsWith('.')) {
    yield {
      code: 'rf-sibling-import',
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
  if (folder === files.folder || !target.uri.startsWith(`${folder}/`)) return;
  yield {
    code: 'rf-sibling-import',
    severity: 'info',
    location: place(file, moduleRange),
    message: say('rf-sibling-import', { module }),
    subjects: [],
  };
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

/** Calls at the left margin: they are no part of a function, a class or `if __name__ == "__main__"`. */
const AT_MARGIN = /^(?:[\w.]+\s*=\s*)?([\w.]+)\(/gm;
const BLOCKS = /^(?:uvicorn\.run|app\.run|asyncio\.run|input)$/;

function* sideEffects(file: PythonFile): Iterable<Draft> {
  for (const match of file.source.text.matchAll(AT_MARGIN)) {
    const [whole, callee = ''] = match;
    const start = match.index + whole.lastIndexOf(callee);
    const range = { start, end: start + callee.length };
    if (BLOCKS.test(callee)) {
      yield { code: 'rf-load-side-effect', location: place(file, range), message: say('rf-load-blocks'), subjects: [] };
    }
    const line = file.source.text.slice(match.index, file.source.text.indexOf('\n', match.index) >>> 0);
    if (callee === 'open' && /,\s*(?:mode\s*=\s*)?["'](?:w|a|x)/.test(line)) {
      yield {
        code: 'rf-load-side-effect',
        severity: 'info',
        location: place(file, range),
        message: say('rf-load-writes'),
        subjects: [],
      };
    }
  }
}
