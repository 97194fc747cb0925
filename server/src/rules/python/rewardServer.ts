import { SERVER_REQUEST } from '../../contracts/reward.ts';
import type { ClassOutline, FunctionOutline } from '../../python/outline/model.ts';
import type { Route } from '../../python/outline/routes.ts';
import type { OffsetRange } from '../../text/location.ts';
import type { Draft } from '../context.ts';
import { fix, listed, say } from '../finding.ts';
import type { Fix } from '../model.ts';
import type { PythonContext, PythonFamily } from './context.ts';
import { postRoutesOf } from './givers.ts';
import { insertion, isStraight, place, replacement, resolved, textAt } from './shared.ts';

/** What a reward server is asked (`openrlhf/utils/agent.py:327-366` of 0.11.2; the fields are the same in all releases). */
export const rewardServer: PythonFamily = {
  rules: [
    { id: 'rs-method', severity: 'error', stage: 'S7' },
    { id: 'rs-request-field', severity: 'error', stage: 'S7' },
  ],
  *check(context) {
    yield* notPosted(context);
    for (const route of postRoutesOf(context)) {
      yield* fieldsRead(context, route.fn);
      if (route.framework === 'fastapi') yield* fieldsOfModel(context, route.fn);
    }
  },
};

const SENT = SERVER_REQUEST.map(({ name }) => name);

function* notPosted({ routes }: PythonContext): Iterable<Draft> {
  for (const route of routes) {
    const { path, methods, decorator, fn } = route;
    // Another function may take what is posted to the path.
    if (routes.some((other) => other.path === path && other.methods.includes('POST'))) continue;
    yield {
      code: 'rs-method',
      location: place(fn.file, decorator.range),
      message: say('rs-method', { path, methods: listed(methods) }),
      fixes: posted(route),
      subjects: [],
    };
  }
}

function posted({ decorator: { name, method, options, range }, fn }: Route): Fix[] {
  if (method === 'get') {
    const start = range.start + name.length + 1;
    const edit = replacement(fn.file, { start, end: start + method.length }, 'post');
    return [fix(say('fix-post'), [edit], true)];
  }
  if (/\bmethods\b/.test(options)) return [];
  return [fix(say('fix-post'), [insertion(fn.file, range.end - 1, ', methods=["POST"]')], true)];
}

/** Names that people take for a field, by the field. */
const MEANT: Readonly<Record<string, string>> = {
  queries: 'query',
  prompt: 'prompts',
  label: 'labels',
};

function* fieldsRead({ flow }: PythonContext, fn: FunctionOutline): Iterable<Draft> {
  for (const { key, at } of flow.requestReads(fn)) {
    if (SENT.includes(key)) continue;
    const meant = MEANT[key];
    const text = textAt(fn.file, at.range);
    yield {
      code: 'rs-request-field',
      severity: isStraight(fn, at.range.start) ? 'error' : 'warning',
      location: at,
      message: say('rs-request-field', { key, sent: listed(SENT.map((name) => `"${name}"`)) }),
      fixes:
        meant === undefined
          ? []
          : [fix(say('fix-rename-key', { key: meant }), [{ location: at, newText: text.replace(key, meant) }], true)],
      subjects: [],
    };
  }
}

/** FastAPI refuses a request without a field that the class of a parameter asks for. */
function* fieldsOfModel(context: PythonContext, fn: FunctionOutline): Iterable<Draft> {
  const [, name = ''] = /^\(\s*\w+\s*:\s*(\w+)\s*,?\s*\)$/.exec(textAt(fn.file, fn.parametersRange)) ?? [];
  const model = name === '' ? null : resolved(context, fn.file, name);
  if (model?.kind !== 'class' || !isPlainModel(model)) return;
  for (const field of requiredFields(model)) {
    if (SENT.includes(field.name)) continue;
    yield {
      code: 'rs-request-field',
      location: place(model.file, field.range),
      message: say('rs-request-field-model', {
        key: field.name,
        sent: listed(SENT.map((sent) => `"${sent}"`)),
      }),
      subjects: [],
    };
  }
}

/** A class on pydantic's own base, which no setting or method makes read other names. */
function isPlainModel({ bases, file, range }: ClassOutline): boolean {
  const [base, ...others] = bases;
  if (base === undefined || others.length > 0) return false;
  const [head = ''] = base.text.split('.');
  const definition = file.names.get(head);
  const isModel =
    (definition?.kind === 'imported' && definition.module === 'pydantic' && definition.name === 'BaseModel') ||
    (definition?.kind === 'module' && definition.module === 'pydantic' && base.text === `${head}.BaseModel`);
  return isModel && !/\b(?:model_config|Config|alias\w*|\w*validator)\b/.test(textAt(file, range));
}

/** Fields without a default that cannot be None. */
function requiredFields({ file, range }: ClassOutline): { readonly name: string; readonly range: OffsetRange }[] {
  const text = textAt(file, range);
  const body = text.indexOf('\n') + 1;
  const [, indent = ''] = /^([ \t]+)\S/m.exec(text.slice(body)) ?? [];
  if (indent === '') return [];
  const fields = text.slice(body).matchAll(new RegExp(`^${indent}([A-Za-z]\\w*)[ \\t]*:([^=#\\n]*)$`, 'gm'));
  return [...fields].flatMap(({ 1: name = '', 2: annotation = '', index }) => {
    if (/\b(?:Optional|None|Any|ClassVar|Annotated)\b/.test(annotation)) return [];
    const start = range.start + body + index + indent.length;
    return [{ name, range: { start, end: start + name.length } }];
  });
}
