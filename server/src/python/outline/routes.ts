import type { OffsetRange } from '../../text/location.ts';
import type { FunctionOutline, PythonFile } from './model.ts';

/** A function that answers requests, as FastAPI and Flask are told by a decorator. */
export interface Route {
  readonly fn: FunctionOutline;
  readonly framework: 'fastapi' | 'flask';
  /** The path as written, without parameters in it. */
  readonly path: string;
  /** Methods that it answers, in capitals. */
  readonly methods: readonly string[];
  /** The decorator: `app.post`, its arguments, and where it stands without the `@`. */
  readonly decorator: {
    readonly name: string;
    readonly method: string;
    readonly options: string;
    readonly range: OffsetRange;
  };
}

const DECORATOR =
  /^(\w+)\.(post|get|put|delete|patch|route|api_route)\(\s*(?:(?:path|rule)\s*=\s*)?(['"])(\/[^'"{}<>\\]*)\3\s*(?:,([\s\S]*))?\)$/;

/** The routes of a file's apps that are written with a literal path; nothing is said of routers, whose paths get a prefix elsewhere. */
export function routesOf(file: PythonFile): Route[] {
  if (file.syntaxError !== null) return [];
  return [...file.names.values()].flatMap((definition) => {
    if (definition.kind !== 'function' || isDoubtful(file, definition.range)) return [];
    // A route's decorator gives the function back as it is.
    const fn = { ...definition, decorators: definition.decorators.filter(({ text }) => !DECORATOR.test(text)) };
    return definition.decorators.flatMap(({ text, range }): Route[] => {
      const [, name = '', method = '', , path = '', options = ''] = DECORATOR.exec(text) ?? [];
      const framework = name === '' ? null : frameworkOf(file, name);
      const methods = methodsOf(method, options);
      if (framework === null || methods === null) return [];
      return [{ fn, framework, path, methods, decorator: { name, method, options, range } }];
    });
  });
}

const APPS: Readonly<Record<string, Route['framework']>> = {
  'fastapi.FastAPI': 'fastapi',
  'flask.Flask': 'flask',
};

/** The framework of an app: a name of the module that is made once, by `FastAPI(…)` or `Flask(…)`. */
function frameworkOf({ names, source }: PythonFile, name: string): Route['framework'] | null {
  const app = names.get(name);
  if (app?.kind !== 'value' || app.node.name !== 'CallExpression') return null;
  const [, written = ''] = /^([\w.]+)\s*\(/.exec(source.text.slice(app.node.from, app.node.to)) ?? [];
  const [head = '', ...rest] = written.split('.');
  const definition = names.get(head);
  if (definition?.kind === 'imported') return APPS[[definition.module, definition.name, ...rest].join('.')] ?? null;
  return definition?.kind === 'module' ? (APPS[[definition.module, ...rest].join('.')] ?? null) : null;
}

/** `null` where they are not written as texts. */
function methodsOf(method: string, options: string): string[] | null {
  if (method !== 'route' && method !== 'api_route') return [method.toUpperCase()];
  if (!/\bmethods\s*=/.test(options)) return ['GET'];
  const list = /\bmethods\s*=\s*[[({]([^\])}]*)[\])}]/.exec(options)?.[1];
  if (list === undefined) return null;
  const items = list
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '');
  if (!items.every((item) => /^(['"])[A-Za-z]+\1$/.test(item))) return null;
  return items.map((item) => item.slice(1, -1).toUpperCase());
}

function isDoubtful({ doubtful }: PythonFile, { start, end }: OffsetRange): boolean {
  return doubtful.some((range) => start <= range.end && range.start <= end);
}
