import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { readOutline } from '../../../server/src/python/outline/read.ts';
import { byLevel } from '../../support/level.ts';

const errorOf = (text: string) => readOutline('file:///w/m.py', 'm', text).syntaxError;

/** Statements that CPython takes; those of later versions than the one of the tests by the PEP that describes them. */
const VALID = [
  'x = 1.\ny = 1.e5 + 2.j\n',
  'def f():\n    x = yield\n    yield\n    return (yield)\n',
  'with a as self.b, c as (d, e), f as g[0]:\n    pass\n',
  'with (open(a) as b, c as d):\n    pass\n',
  'match x, y:\n    case A() | B.C(d=1): pass\n    case {A.b: 1, **rest}: pass\n    case "a" "b": pass\n    case [] | {} | (): pass\n    case -1 | 1+2j: pass\n',
  'match = 1\ncase = match\nprint(match)\ntype = 3\n',
  '@a[0]\n@(lambda f: f)\n@b().c\ndef f(): pass\n',
  'l = lambda a, /, b=1, *c, d, **e: a\nm = lambda a,: a\n',
  'for x in *a, b:\n    pass\nfor x, *y in z:\n    pass\n[x for x, *y in z]\n',
  'def f(*args: *Ts): pass\nx[*a]\nx[*a, 1:2, ...]\n',
  'print >> sys.stderr, "x"\n',
  'try:\n    pass\nexcept* (A, B) as e:\n    pass\n',
  'def f[T: (int, str), *Ts, **P](x: T) -> T: pass\nclass A[T = int](B): pass\ntype X[T] = list[T]\n',
  'x = f"{a!r:>{width}} {b=} {c["d"]} {\'nested {e}\'}"\ny = rf"\\{{{x}%)"\nz = f"{x:%H:%M}" f\'{{}}\'\n',
  'if (n := len(a)) > 1: pass\n{y := 1, 2}\nx[y := 0]\nf(y := 1)\n',
  'async def f():\n    async with a as b: pass\n    async for c in d: pass\n    return [e async for e in f if await e]\n',
  'x: int\ny: "A" = *a, b\n(z): int = 1\nself.x: int = 2\n',
  'a = b = *c, d\nreturn_ = 1if a else 2\n',
  'assert (a, "b"), f"{c}"\nraise A from None\ndel (a), b[0], c.d\nglobal g\n',
  'x = """\nreturn {\n"""\ny = \'\\\nz\'\n',
  'def f(\n    a, b, # c\n): return a,\n',
  'class A: x = 1; y = 2\nif a: b; c\nwhile 1: break\n',
  'x = 0xFF_FF + 0b1 + 0o7 + 1_000.5e-3\n',
  'naïve = "ä"\nπ = 3\n',
  'try: pass\nfinally: pass\n',
  'x = "a" \\\n\ny = 1\n',
  '\n\n# only a comment',
  '',
];

/** Statements that no version takes. */
const BROKEN = [
  'print "x"\n',
  'x = = 1\n',
  'def f(:\n    pass\n',
  'return {\n',
  'if x\n    pass\n',
  'x = (1, 2\ny = 3\n',
  'class A\n    pass\n',
  'for in x: pass\n',
  'import\n',
  'x = [1, 2\n',
];

test('what Python takes is no error', () => {
  for (const text of VALID) assert.equal(errorOf(text), null, text);
});

test('what it does not take is', () => {
  for (const text of BROKEN) {
    const error = errorOf(text);
    assert.ok(error && error.start <= error.end && error.end <= text.length, text);
  }
});

describe('the standard library', () => {
  test('has no error', () => {
    // Files that this Python parses, every tenth or so by name.
    const code = [
      'import ast, os, sys, warnings',
      'warnings.simplefilter("ignore")',
      'root = os.path.dirname(os.__file__)',
      'step, packages = int(sys.argv[1]), sys.argv[2] == "all"',
      'found = []',
      'for folder, folders, names in os.walk(root):',
      '    folders.sort()',
      '    if not packages and "site-packages" in folders: folders.remove("site-packages")',
      '    found += [os.path.join(folder, name) for name in sorted(names) if name.endswith(".py")]',
      'for path in found[::step]:',
      '    with open(path, "rb") as file: text = file.read()',
      '    if len(text) > 200000: continue',
      '    try:',
      '        text.decode("utf-8")',
      '        ast.parse(text)',
      '    except (SyntaxError, ValueError): continue',
      '    print(path)',
    ].join('\n');
    const [step, packages] = byLevel<readonly [string, string]>({
      fast: ['20', 'no'],
      default: ['8', 'no'],
      full: ['1', 'all'],
    });
    const output = execFileSync('python3', ['-c', code, step, packages], {
      encoding: 'utf8',
      maxBuffer: 1 << 28,
    });
    const paths = output.trim().split('\n');
    assert.ok(paths.length > 50, `${String(paths.length)} files`);
    const wrong = paths.filter((path) => errorOf(readFileSync(path, 'utf8')) !== null);
    assert.deepEqual(wrong, []);
  });
});
