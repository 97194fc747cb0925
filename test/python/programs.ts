import type { Program } from './realParser.ts';

/** Python around the statements of a case: a parser at the top, `parse_args` at the end. */
export const program = (body: string, modules?: Readonly<Record<string, string>>): Program => ({
  source: `import argparse\nparser = argparse.ArgumentParser()\n${body}\nargs = parser.parse_args()\n`,
  ...(modules ? { modules } : {}),
});

/** Programs that reading decides completely, by what they show. */
export const DECIDED: Readonly<Record<string, Program>> = {
  'every type': program(`
parser.add_argument("--a", type=int, default=1, help="an int")
parser.add_argument("--b", type=float, default=1)
parser.add_argument("--c", type=float, default=1.0)
parser.add_argument("--d", type=str, default=None)
parser.add_argument("--e", default="text")
parser.add_argument("--f", type=bool, default=False)
parser.add_argument("--g", type=None)`),
  actions: program(`
parser.add_argument("--a", action="store_true")
parser.add_argument("--b", action="store_true", default=True)
parser.add_argument("--c", action="store_false")
parser.add_argument("--d", action="store_false", dest="a")
parser.add_argument("--e", action=argparse.BooleanOptionalAction, default=True)
parser.add_argument("--f", action="store_true", default=None)
parser.add_argument("--g", action="store", type=int)`),
  'names and dests': program(`
parser.add_argument("-v", "--verbose-level", type=int)
parser.add_argument("--actor.adam.lr", "--actor.lr", type=float)
parser.add_argument("-q")
parser.add_argument("-x", "-y", "--long", "--longer")
parser.add_argument("--with-dash.and_under")
parser.add_argument("--named", dest="other.place")`),
  'nargs and choices': program(`
parser.add_argument("--two", type=float, nargs=2, default=(0.9, 0.95))
parser.add_argument("--many", nargs="*", default="all-linear")
parser.add_argument("--some", nargs="+", type=int, default=[1, 2])
parser.add_argument("--maybe", nargs="?", const=1)
parser.add_argument("--pick", choices=["a", "b"])
parser.add_argument("--level", type=int, choices=range(4))
parser.add_argument("--down", type=int, choices=range(8, 0, -2))
parser.add_argument("--tuple", choices=("x", "y"))
parser.add_argument("--keys", choices={"one": 1, "two": 2})
parser.add_argument("--letters", choices="abc")
NAMES = ["p", "q"]
parser.add_argument("--names", choices=NAMES + ["r"])
parser.add_argument("--dict", choices={"one": 1}.keys())`),
  'computed defaults': program(`
parser.add_argument("--a", type=int, default=int(1e8))
parser.add_argument("--b", default=2**20)
parser.add_argument("--c", default=-1)
parser.add_argument("--d", default=float("inf"))
parser.add_argument("--e", default=-float("inf"))
parser.add_argument("--f", default=1_000)
parser.add_argument("--g", default=0x10)
parser.add_argument("--h", default=1 / 4)
parser.add_argument("--i", default=7 // 2 * 3 % 4 - -2)
parser.add_argument("--j", default=[1, 2.5, "x", True])
parser.add_argument("--k", default=())
parser.add_argument("--l", default=1e-6 if 2 > 1 else 9e-6)
parser.add_argument("--m", default=not True)
parser.add_argument("--n", default=10**20)
parser.add_argument("--o", default=.5 + 1.)
parser.add_argument("--p", default=-7 // 2)
parser.add_argument("--q", default=-7 % 3)
parser.add_argument("--r", default=2**-1)
parser.add_argument("--s", default=1 << 12 | 1)
parser.add_argument("--t", default=(1,) * 2 + (3,))
parser.add_argument("--u", default=None or "x" and "y")
parser.add_argument("--v", default=float("nan"))
parser.add_argument("--w", default=max(1, 2.5), type=float)
parser.add_argument("--x", default=len("abc") + sum([1, 2]))
parser.add_argument("--y", default=True + 1)`),
  'text that is computed': program(`
prefix, step, rate = "actor", 3, 1e-06
parser.add_argument("--%s.lr" % prefix, default="%s-%d-%%" % (prefix, step))
parser.add_argument("--{}.eps".format(prefix), default="{0}{1}{0}".format(1, "b"))
parser.add_argument("--{name}.clip".format(name=prefix))
parser.add_argument(f"--{prefix}.f", default=f"{{{prefix}}}_{step:03d}_{rate}_{prefix!r}")
parser.add_argument("--" + prefix + ".plus", default="a" "b" f"{step}")
parser.add_argument("--" + ".".join(["a", "b", "c"]))
parser.add_argument("--" + "A_B".lower().replace("_", "-"), default=r"\\n")
parser.add_argument("--esc", default="tab\\there \\x41 \\u0042 \\101 \\\\ quote\\"")
parser.add_argument("--rates", default=f"{1e16} {123456789.0} {0.0001} {0.00001} {1e22} {-0.0} {100.0}")
parser.add_argument('''--triple''', default="""two
lines""")
parser.add_argument("--slice", default="abcdef"[1:-1] + "xyz"[-1] + "abc"[:2])
parser.add_argument("--case", default="hello world".capitalize() + "x".upper() + " s ".strip())
parser.add_argument("--fix", default="a.b".removeprefix("a.") + "ab".removesuffix("b") + "--q".lstrip("-"))`),
  'loops over prefixes': program(`
for prefix in ("actor", "critic"):
    parser.add_argument(f"--{prefix}.optim", type=str, default="adam", choices=["adam", "muon"])
    parser.add_argument(f"--{prefix}.lr", type=float, default=1e-6 if prefix == "actor" else 9e-6)
for i, name in enumerate(["x", "y"], start=1):
    parser.add_argument(f"--{name}{i}", default=i)
for name, (low, high) in {"p": (0, 1), "q": (2, 3)}.items():
    parser.add_argument("--" + name, default=[low, high])
for n in range(2, 8, 3):
    parser.add_argument("--n%d" % n)
for a, b in zip("ab", [1, 2]):
    parser.add_argument("--z" + a, default=b)
for name in sorted({"k2", "k1"}):
    parser.add_argument("--" + name)
for name in reversed(["r1", "r2"]):
    parser.add_argument("--" + name)
for first, *rest in [("s", 1, 2)]:
    parser.add_argument("--" + first, default=rest)
for name in "tu":
    for tail in [".1", ".2"]:
        parser.add_argument("--" + name + tail)`),
  'loop control': program(`
for name in ["a", "b", "c", "d"]:
    if name == "b":
        continue
    if name == "d":
        break
    parser.add_argument("--" + name)
else:
    parser.add_argument("--not-reached")
for name in []:
    pass
else:
    parser.add_argument("--reached")
count = 0
while count < 2:
    parser.add_argument(f"--w{count}")
    count += 1`),
  'constants and containers': program(`
DEFAULTS = {"lr": 1e-6, "betas": (0.9, 0.95)}
DEFAULTS["eps"] = 1e-8
DEFAULTS.update(wd=0.1)
common = dict(type=float, required=False)
for name, value in DEFAULTS.items():
    parser.add_argument("--" + name, default=value, **common)
names = ["one"]
names.append("two")
names += ["three"]
names.extend(n + "x" for n in list(names) if n != "two")
for name in names:
    parser.add_argument("--" + name)
parser.add_argument(*["-s", "--spread"], **{**common, "required": True})
parser.add_argument("--get", default=DEFAULTS.get("none", 5))
parser.add_argument("--sub", default=DEFAULTS["betas"][1])
parser.add_argument("--comp", default=[x * 2 for x in range(3)], choices=[f"c{i}" for i in range(2)])
parser.add_argument("--dcomp", choices={k: v for k, v in [("a", 1), ("b", 2)]})
a = b = 4
c, (d, e) = 1, [2, 3]
parser.add_argument("--abcde", default=[a, b, c, d, e])
parser.add_argument("--walrus", default=(w := 3) + w)
parser.add_argument("--merged", choices={"m": 1} | {"n": 2})`),
  'decided conditions': program(`
VERSION = (0, 11, 2)
if VERSION >= (0, 11):
    parser.add_argument("--new")
else:
    parser.add_argument("--old")
if "x" in ["x", "y"] and not None:
    parser.add_argument("--in")
if 1 < 2 < 3:
    parser.add_argument("--chain")
if 1 < 3 < 2:
    parser.add_argument("--no-chain")
if VERSION is None:
    parser.add_argument("--none")
elif VERSION == (0, 11, 2):
    parser.add_argument("--elif")
else:
    parser.add_argument("--else")
flag = True
parser.add_argument("--yes") if flag else parser.add_argument("--no")
flag and parser.add_argument("--and")
flag or parser.add_argument("--or")`),
  'functions that take the parser': program(`
def add_lora(p, prefix="ds", rank=0, *, alpha: int = 16):
    """Adds LoRA flags."""
    p.add_argument(f"--{prefix}.lora.rank", type=int, default=rank)
    p.add_argument(f"--{prefix}.lora.alpha", type=int, default=alpha)
    return p
def number(name, default, **kwargs):
    return parser.add_argument("--" + name, type=int, default=default, **kwargs)
def many(target, *names, **options):
    for n in names:
        target.add_argument("--" + n, **options)
add_lora(parser)
parser = add_lora(parser, prefix="model", alpha=8)
add_lora(p=parser, rank=2, prefix="kw")
number("n", 3, required=True)
number("m", default=4, help="m")
many(parser, "x", "y", type=float, default=0.5)
lr = lambda side: 1e-6 if side == "actor" else 9e-6
parser.add_argument("--lr", default=lr("critic"))
add = parser.add_argument
add("--bound", action="store_true")`),
  'functions that make the parser': {
    source: `
import argparse
from argparse import ArgumentParser as AP
def get_parser(name="x"):
    parser = AP(description="d", allow_abbrev=False)
    parser.add_argument("--" + name)
    return parser
def main():
    parser = get_parser("made")
    group = parser.add_argument_group("title", "text")
    group.add_argument("--grouped", type=int)
    either = group.add_mutually_exclusive_group(required=True)
    either.add_argument("--left", action="store_true")
    either.add_argument("--right", action="store_true")
    args = parser.parse_args()
if __name__ == "__main__":
    main()
`,
  },
  'helper modules': {
    source: `
import argparse
import openrlhf.utils.flags as flags
from openrlhf.utils.flags import add_common_args, DEFAULT_LR as LR
from ..utils import extra
from .local import *
from ..utils.lazy import *
parser = argparse.ArgumentParser()
add_common_args(parser, lr=LR * 2)
flags.add_more(parser)
extra.add_extra(parser)
add_local(parser)
args = parser.parse_args()
`,
    modules: {
      'openrlhf.utils.flags': `
from .constants import PREFIXES
DEFAULT_LR = 1e-6
def add_common_args(parser, lr=DEFAULT_LR):
    for p in PREFIXES:
        parser.add_argument(f"--{p}.lr", type=float, default=lr)
def add_more(target):
    target.add_argument("--more")
`,
      'openrlhf.utils.constants': 'PREFIXES = ("actor", "critic")\n',
      'openrlhf.utils.extra': 'def add_extra(p): p.add_argument("--extra", choices=["a"])\n',
      'openrlhf.utils.lazy': '_hidden = 1\n',
      'openrlhf.cli.local': 'def add_local(p): p.add_argument("--local", nargs=2)\n',
    },
  },
  'set_defaults and later changes': program(`
parser.set_defaults(late=5)
parser.add_argument("--early", type=int, default=1)
parser.add_argument("--late", type=int)
parser.add_argument("--given", default=2)
parser.set_defaults(early=7, **{"given": "g"})
action = parser.add_argument("--act", type=int, help="before")
action.default = 9
action.required = True
action.help = "after"
action.choices = [9, 10]
parser.add_argument("--copy", default=parser.get_default("act"))`),
  'parents and conflicts': {
    source: `
import argparse
base = argparse.ArgumentParser(add_help=False)
base.add_argument("--base", default=1)
base.add_argument("--shared", default="b")
parser = argparse.ArgumentParser(parents=[base], conflict_handler="resolve")
parser.add_argument("--shared", default="own")
parser.add_argument("-h", "--height", type=int)
args = parser.parse_args()
`,
  },
  argument_default: {
    source: `
import argparse
parser = argparse.ArgumentParser(argument_default=3)
parser.add_argument("--a")
parser.add_argument("--b", default=None)
parser.add_argument("--c", action="store_true")
args = parser.parse_args()
`,
  },
  positionals: program(`
parser.add_argument("path", type=str)
parser.add_argument("rest", nargs="*", default=[])
parser.add_argument("--flag", action="store_true")`),
  classes: {
    source: `
import argparse
class Defaults:
    LR = 1e-6
    NAMES = ["a", "b"]
class Base:
    extra = "base"
    def add(self, p):
        p.add_argument("--" + self.extra)
class Cli(Base):
    extra = "cli"
    def __init__(self, prefix):
        self.prefix = prefix
        self.parser = argparse.ArgumentParser()
    @staticmethod
    def common(p):
        p.add_argument("--common", default=Defaults.LR)
    def build(self):
        self.common(self.parser)
        for n in Defaults.NAMES:
            self.parser.add_argument(f"--{self.prefix}.{n}")
        self.add(self.parser)
        return self.parser
class Quiet(argparse.ArgumentParser):
    def error(self, message):
        raise SystemExit(2)
cli = Cli("model")
parser = cli.build()
args = parser.parse_args()
`,
  },
  'a parser class of its own': {
    source: `
import argparse
class Quiet(argparse.ArgumentParser):
    def error(self, message):
        raise SystemExit(2)
parser = Quiet()
parser.add_argument("--a", type=int)
args = parser.parse_args()
`,
  },
  'partial and getattr': program(`
import functools
from functools import partial
integer = functools.partial(parser.add_argument, type=int)
integer("--i", default=1)
flag = partial(parser.add_argument, action="store_true")
flag("--f")
getattr(parser, "add_argument")("--g")
[parser.add_argument("--c" + str(i)) for i in range(2)]`),
  'what comes after parse_args does not count': {
    source: `
import argparse
parser = argparse.ArgumentParser()
parser.add_argument("--a")
args = parser.parse_args()
parser.add_argument("--b")
`,
  },
  'constants of the library': program(`
import math, sys
from typing import TYPE_CHECKING
if TYPE_CHECKING:
    parser.add_argument("--never")
parser.add_argument("--inf", type=float, default=math.inf)
parser.add_argument("--max", type=int, default=sys.maxsize)
parser.add_argument("--plus", nargs=argparse.ONE_OR_MORE)`),
  scopes: program(`
LIMIT = 1
def change():
    global LIMIT
    LIMIT = 2
    local = 5
change()
parser.add_argument("--limit", default=LIMIT)
class K:
    x = 3
    ys = [x]
parser.add_argument("--k", default=K.ys)
def outer():
    n = 1
    def inner():
        nonlocal n
        n += 1
    inner()
    return n
parser.add_argument("--outer", default=outer())
x = 1; y = 2
parser.add_argument("--xy", default=[x, y])
try:
    z = 3
finally:
    parser.add_argument("--z", default=z)
with open("/dev/null") as handle:
    parser.add_argument("--with")
def recursive(n):
    if n == 0:
        return
    parser.add_argument("--rec%d" % n)
    recursive(n - 1)
recursive(3)
assert True, "fine"
del x
x: int = 8
parser.add_argument("--annotated", default=x)`),
};
