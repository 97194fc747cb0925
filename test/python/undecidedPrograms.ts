import type { ExtractProblem } from '../../server/src/python/arguments.ts';
import { program } from './programs.ts';
import type { Program } from './realParser.ts';

export interface UndecidedCase {
  readonly program: Program;
  /** Kinds of the problems, in order. */
  readonly problems: readonly ExtractProblem['kind'][];
  /** Whether every flag is named all the same. */
  readonly complete: boolean;
}

const undecided = (
  body: string,
  complete: boolean,
  problems: readonly ExtractProblem['kind'][],
  modules?: Readonly<Record<string, string>>,
): UndecidedCase => ({
  program: program(`import os\nFOO = os.environ.get("FOO")\n${body}`, modules),
  complete,
  problems,
});

/** Programs that depend on the environment variable `FOO` (not set, or `1`), by what is not decided in them. */
export const UNDECIDED: Readonly<Record<string, UndecidedCase>> = {
  'a default': undecided(
    `
parser.add_argument("--a", default=FOO)
parser.add_argument("--b", default="run_%s" % FOO)
parser.add_argument("--c", default=f"{FOO}")
parser.add_argument("--d", type=int, default=1 if FOO else 2)
parser.add_argument("--e", default=[1, FOO])
parser.add_argument("--f", default={"a": 1})
parser.add_argument("--g", default={3})
parser.add_argument("--h", default=argparse.SUPPRESS)
parser.add_argument("--i", default=os.path.join("a", "b"))`,
    true,
    [],
  ),
  'a converter of its own': undecided(
    `
import json
def positive(text): return abs(int(text))
parser.add_argument("--a", type=positive)
parser.add_argument("--b", type=lambda x: x * 2)
parser.add_argument("--c", type=json.loads)
parser.add_argument("--d", type=int if FOO else float)`,
    true,
    ['field', 'field', 'field', 'field'],
  ),
  'other fields': undecided(
    `
parser.add_argument("--a", choices=os.environ.get("FOO", "x").split(","))
parser.add_argument("--b", required=bool(FOO))
parser.add_argument("--c", nargs=int(FOO or 2))
parser.add_argument("--d", action="append")
parser.add_argument("--e", action="count", default=0)
parser.add_argument("--f", action="store_const", const=3)
class Act(argparse.Action):
    def __call__(self, *args): pass
parser.add_argument("--g", action=Act)
parser.add_argument("--h", action="store_true" if FOO else "store_false")
parser.add_argument("--i", choices=[None, "x"])
parser.add_argument("--j", nargs=argparse.REMAINDER)
parser.add_argument("--k", dest=FOO)`,
    true,
    Array<'field'>(13).fill('field'),
  ),
  'whether a flag is there': undecided(
    `
if FOO:
    parser.add_argument("--a", type=int)
else:
    parser.add_argument("--b")
FOO and parser.add_argument("--c")
for x in os.environ.get("FOO", ""):
    parser.set_defaults(d=3)
    break
parser.add_argument("--d")
try:
    import not_there
    parser.add_argument("--e")
except ImportError:
    parser.add_argument("--f")`,
    true,
    ['condition', 'condition', 'condition', 'condition', 'condition'],
  ),
  'a flag of both branches': undecided(
    `
if FOO:
    parser.add_argument("--same", type=int, default=1, choices=[1, 2])
    parser.add_argument("--differs", type=int, default=1)
else:
    parser.add_argument("--same", type=int, default=1, choices=[1, 2])
    parser.add_argument("--differs", type=str, default=2, nargs="+")`,
    true,
    ['field', 'field'],
  ),
  'a name': undecided(
    `
parser.add_argument("--" + str(FOO))
for name in str(FOO).split(","):
    parser.add_argument(f"--{name}.x")
parser.add_argument("--fine")`,
    false,
    ['name', 'name'],
  ),
  'code that is not seen': undecided(
    `
def decorate(f): return f
@decorate
def hidden(p): p.add_argument("--hidden")
hidden(parser)
setattr(parser, "x", 1)
eval("parser.add_argument('--evil')", {"parser": parser})`,
    false,
    ['call', 'call', 'call'],
  ),
  'the order of a set': undecided(
    `
for name in {"a", "b", "c"}:
    parser.add_argument("--" + name)`,
    true,
    ['order'],
  ),
  'a reach into the parser': undecided(
    `
parser.add_argument("--a")
for action in parser._actions:
    action.default = 5`,
    false,
    ['parser'],
  ),
  'lists that a condition changes': undecided(
    `
names = ["a"]
values = {"lr": 1}
if FOO:
    names.append("b")
    values["lr"] = 2
for name in names:
    parser.add_argument("--" + name)
parser.add_argument("--lr", default=values["lr"])`,
    false,
    ['name'],
  ),
  'an early return': undecided(
    `
def add(p):
    p.add_argument("--first")
    if FOO:
        return
    p.add_argument("--second")
add(parser)
for name in ["x", "y"]:
    if FOO:
        continue
    parser.add_argument("--" + name)
for name in ["v", "w"]:
    if FOO:
        break
    parser.add_argument("--" + name)
parser.add_argument("--last")`,
    true,
    ['condition', 'condition', 'condition', 'condition', 'condition'],
  ),
  'a mapping spread': undecided(
    `
import json
parser.add_argument("--a", type=int, **json.loads('{"default": 3, "required": true}'))
parser.add_argument("--b", default=2, **json.loads('{"type": null}'))`,
    true,
    ['field', 'field', 'field', 'field', 'field', 'field', 'field', 'field', 'field', 'field', 'field'],
  ),
  'a while that depends': undecided(
    `
n = len(str(FOO))
while n > 2:
    parser.add_argument("--many")
    break
parser.add_argument("--after")`,
    true,
    ['condition'],
  ),
  'a match': undecided(
    `
match FOO:
    case "1":
        parser.add_argument("--one")
    case other:
        parser.add_argument("--other", default=other)`,
    true,
    ['condition', 'condition'],
  ),
  'a name that a branch sets': undecided(
    `
lr = 1
prefix = "a"
if FOO:
    lr = 2
parser.add_argument("--lr", default=lr)
parser.add_argument("--" + prefix, default=prefix)
try:
    import not_there
    HAVE = True
except ImportError:
    HAVE = False
if HAVE:
    parser.add_argument("--have")`,
    true,
    ['condition'],
  ),
  'a program that dies in a branch': undecided(
    `
import sys
if FOO == "7":
    sys.exit(1)
if FOO == "8":
    raise ValueError("x")
parser.add_argument("--alive")`,
    true,
    [],
  ),
};
