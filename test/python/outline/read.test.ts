import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Definition, PythonFile } from '../../../server/src/python/outline/model.ts';
import { readOutline } from '../../../server/src/python/outline/read.ts';

function read(...lines: string[]): PythonFile {
  return readOutline('file:///w/m.py', 'm', lines.join('\n') + '\n');
}

function kinds(file: PythonFile): Record<string, Definition['kind']> {
  return Object.fromEntries([...file.names].map(([name, definition]) => [name, definition.kind]));
}

function definition<K extends Definition['kind']>(
  file: PythonFile,
  name: string,
  kind: K,
): Definition & { readonly kind: K } {
  const found = file.names.get(name);
  assert.ok(found?.kind === kind, `${name} is ${found?.kind ?? 'missing'}`);
  return found as Definition & { readonly kind: K };
}

test('parameters of every kind', () => {
  const fn = definition(
    read('def f(a, b=1, /, c: int = 2, *d, e, g: "x" = (1, 2), **h) -> None: pass'),
    'f',
    'function',
  );
  assert.deepEqual(
    fn.parameters.map(({ name, kind, hasDefault }) => [name, kind, hasDefault]),
    [
      ['a', 'positional-only', false],
      ['b', 'positional-only', true],
      ['c', 'positional', true],
      ['d', 'var-positional', false],
      ['e', 'keyword-only', false],
      ['g', 'keyword-only', true],
      ['h', 'var-keyword', false],
    ],
  );
});

test('a bare star, a slash in a comment or default', () => {
  const fn = definition(read('def f(a=4/2, # no / here', '      *, b): pass'), 'f', 'function');
  assert.deepEqual(
    fn.parameters.map(({ name, kind }) => [name, kind]),
    [
      ['a', 'positional'],
      ['b', 'keyword-only'],
    ],
  );
});

test('places of a function', () => {
  const file = read('@wraps(x)', 'async  def f(a):', '    return 1', '', 'y = 2');
  const fn = definition(file, 'f', 'function');
  const at = ({ start, end }: { start: number; end: number }) => file.source.text.slice(start, end);
  assert.equal(at(fn.nameRange), 'f');
  assert.equal(at(fn.range), 'async  def f(a):\n    return 1');
  assert.equal(fn.async && at(fn.async), 'async  ');
  assert.equal(at(fn.parametersRange), '(a)');
  assert.deepEqual(
    fn.decorators.map(({ text, range }) => [text, at(range)]),
    [['wraps(x)', 'wraps(x)']],
  );
});

test('generators: a yield of its own', () => {
  const file = read(
    'def a():',
    '    x = yield',
    'def b():',
    '    def inner():',
    '        yield 1',
    '    return lambda: (yield)',
    'def c(): yield from b()',
  );
  assert.deepEqual(
    ['a', 'b', 'c'].map((name) => definition(file, name, 'function').isGenerator),
    [true, false, true],
  );
});

test('classes: bases, decorators, methods, the last of a name', () => {
  const file = read(
    '@dataclass(frozen=True)',
    'class A(agent.Base, Generic[T], metaclass=ABCMeta):',
    '    limit = 3',
    '    def step(self): pass',
    '    @property',
    '    def name(self): pass',
    '    async def step(self, states): pass',
    '    class Inner: pass',
  );
  const cls = definition(file, 'A', 'class');
  assert.deepEqual(
    cls.bases.map(({ text }) => text),
    ['agent.Base', 'Generic[T]'],
  );
  assert.deepEqual([...cls.methods.keys()], ['step', 'name']);
  assert.ok(cls.methods.get('step')?.async);
  assert.equal(cls.methods.get('step')?.owner, cls);
  assert.equal(cls.mayHaveMore, false);
});

describe('a class may have methods that are not seen', () => {
  const cases: Readonly<Record<string, string[]>> = {
    'an assignment': ['class A:', '    step = other'],
    'a condition': ['class A:', '    if x:', '        def step(self): pass'],
    'a metaclass': ['class A(metaclass=M): pass'],
    'a decorator': ['@register', 'class A: pass'],
    'an attribute that is set outside': ['class A: pass', 'A.step = step'],
    setattr: ['class A: pass', 'setattr(A, "step", step)'],
  };
  for (const [name, lines] of Object.entries(cases))
    test(name, () => {
      assert.equal(definition(read(...lines), 'A', 'class').mayHaveMore, true);
    });
});

describe('what names stand for after loading', () => {
  const cases: Readonly<Record<string, { lines: string[]; names: Record<string, Definition['kind']> }>> = {
    imports: {
      lines: ['import a.b, c.d as e', 'from .f import g as h, i', 'from j import (k,)'],
      names: { a: 'module', e: 'module', h: 'imported', i: 'imported', k: 'imported' },
    },
    'the last binding': {
      lines: ['x = 1', 'def x(): pass', 'def y(): pass', 'y = wrap(y)'],
      names: { x: 'function', y: 'open' },
    },
    'all ways bind a function of one shape': {
      lines: [
        'if a:',
        '    def f(x): return 1',
        'else:',
        '    def f(x): return 2',
        'if a:',
        '    def g(x): pass',
        'else:',
        '    def g(y): pass',
      ],
      names: { f: 'function', g: 'open' },
    },
    'an import that may be missing': {
      lines: [
        'try:',
        '    import torch',
        'except ImportError:',
        '    torch = None',
        'try:',
        '    import numpy',
        'except ImportError:',
        '    raise SystemExit(1)',
      ],
      names: { torch: 'open', numpy: 'module' },
    },
    'what never runs at load': {
      lines: [
        'if TYPE_CHECKING:',
        '    from a import B',
        'else:',
        '    B = None',
        'if __name__ == "__main__":',
        '    x = 1',
      ],
      names: { B: 'value' },
    },
    'loops, with, walrus, global, del': {
      lines: [
        'for i in y: pass',
        'with open(p) as f: pass',
        '(w := 1)',
        'g = 1',
        'def h():',
        '    global g',
        '    g = 2',
        'z = 1',
        'del z',
      ],
      names: { i: 'open', f: 'open', w: 'open', g: 'open', h: 'function' },
    },
    'several targets': {
      lines: ['a = b = 1', 'c, (d, *e) = x', 'f: int', 'g: int = 2', 'h[0] = i.j = 3'],
      names: { a: 'value', b: 'value', c: 'open', d: 'open', e: 'open', g: 'value' },
    },
    'nothing behind the end': { lines: ['x = 1', 'raise SystemExit', 'y = 2'], names: { x: 'value' } },
    'a match': { lines: ['match x:', '    case A(b): c = 1'], names: { A: 'open', b: 'open', c: 'open' } },
  };
  for (const [name, { lines, names }] of Object.entries(cases))
    test(name, () => {
      assert.deepEqual(kinds(read(...lines)), names);
    });
});

test('names that are not seen', () => {
  assert.equal(read('from x import *').mayHaveMore, true);
  assert.equal(read('globals()["x"] = 1').mayHaveMore, true);
  assert.equal(read('def f():', '    exec(code)').mayHaveMore, true);
  assert.equal(read('x = 1').mayHaveMore, false);
  assert.deepEqual(kinds(read('x = 1', 'from y import *', 'z = 2')), { x: 'open', z: 'value' });
});

test('every import, with what it is under', () => {
  const file = read(
    'import os',
    'try:',
    '    from .a import b, c',
    'except (KeyError, ImportError): pass',
    'if TYPE_CHECKING:',
    '    import d.e',
    'def f():',
    '    from g import *',
    'try:',
    '    import h',
    'except ValueError: pass',
    'with contextlib.suppress(ImportError):',
    '    import i',
  );
  assert.deepEqual(
    file.imports.map(({ module, names, atLoad, guarded }) => [module, names.join(), atLoad, guarded]),
    [
      ['os', '', true, false],
      ['.a', 'b,c', true, true],
      ['d.e', '', false, false],
      ['g', '*', false, false],
      ['h', '', true, false],
      ['i', '', true, true],
    ],
  );
});
