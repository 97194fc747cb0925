/** Words for generated command lines: what a person, a shell or a language model may put there, good and bad. */

export const INTS = ['0', '1', '3', '8', '128', '-1', '-100', '+3', '007', '-0', '1_000', ' 3', '3 ', '3\n'];
export const ODD_INTS = [
  '9007199254740991', '9007199254740992', '-9007199254740993', '123456789012345678901234567890', '1_0_0',
  '\u00a03\u2003', '٣', '१२', '３', '-٣', '𝟗𝟖', '𝟜𝟮', '\t-7\r\n', '+0_1', '٣_٤', '\u3000٥', '0'.repeat(400), '9'.repeat(4300),
]; // prettier-ignore
export const BAD_INTS = [
  '1e5', '2.0', '0x2', '0b1', '0o7', 'inf', 'nan', '', ' ', '1__0', '_1', '1_', '+-3', '+ 3', '1,000', '5%', '3 4', '½', '²',
  'None', 'True', 'ten', '1k', '1.', '.5', '- 5', '\x1c3', '٣.٥', '9'.repeat(4301), '3\u200b', '٣x', '１e５', '0xff', '~1', '3;',
]; // prettier-ignore

export const FLOATS = ['0', '1', '0.9', '0.95', '5e-7', '1e-6', '3e-6', '.5', '5.', '-0.5', '-.5', '-1', '1e5', '1E+3'];
export const ODD_FLOATS = [
  '1_0.0_1', '1e1_0', 'inf', 'nan', 'Infinity', '+inf', 'NaN', 'INFINITY', '+nan', ' 2.5 ', '٣.٥', '1e400', '1e-400', '-0',
  '-0.0', '4.9e-324', '1.7976931348623157e308', '1.7976931348623159e308', '0.1e-1', '\u00a01.5\n', '12345678901234567890123',
  '０.５', '+.5e+0', '00.10', '1_000', '-1234567890.123456789', '-٣.٥', '9007199254740993',
]; // prettier-ignore
export const BAD_FLOATS = [
  'abc', '1e', '0x1p3', '1_.5', '1._5', '', ' ', '1e5_', 'i nf', '1d5', '..', '.', '1,5', 'infin', 'nan0', 'e5', '_1.0', '1__0',
  '1.5.', '1e5.0', '+-1', '1 e5', 'n_an', '٣٫٥', '1.0f', '10%', '-1 .5', 'Inf1', '1e+', '∞', 'None', '0.9,0.95', '0.9 0.95',
]; // prettier-ignore

/** Values that argparse takes for options. */
export const DASHED = [
  '-5e-1',
  '-inf',
  '-1.',
  '-1e1',
  '-nan',
  '-1_0',
  '-1,5',
  '-x',
  '-User:{}',
  '-q',
  '-.',
  '-5%',
  '-½',
];

export const STRINGS = [
  'm', 'Qwen/Qwen3-4B', './out', 'http://10.0.0.1:8000/reward', 'r.py', 'a b', '{"a": 1}', 'None', 'a,b', '0.5', 'é', 'input',
]; // prettier-ignore
export const ODD_STRINGS = [
  '', ' ', '-User: {}', '- {}', '=', 'a=b', '--x y', '--actor.adam.lr 3', '"q"', "it's", '😀', '\\n', 'a\nb', '-1\n', '-\u0663', '-.5',
  '-5 x', '-', '+', '-1', '$HOME', '*', '\t', '<think>', '-\tx', '-a\u00a0b', '-\n', '-- x', '–lr', '—', '\u2212x',
]; // prettier-ignore

/** Words that stand where no value may stand. */
export const STRAYS = [
  'junk',
  'True',
  'False',
  'true',
  '1',
  '0.5',
  '-1',
  '-.5',
  '',
  '\\',
  'a b',
  '-',
  '- x',
  '...',
  ' ',
  '#',
  '{x}',
  '--x y',
];

/** Forms of options that are none, or are help. `--` ends the options. */
export const ODD_OPTIONS = [
  '--', '-x', '---', '---x', '--=', '--=3', '-=x', '-x=1', '-ds.zero_stage', '-actor.adam.lr=3', '--nope', '--nope=1',
  '--use_wandb', '--no\tpe', '-a\tb', '--🙂', '--a b=c', '-😀', '-٣x', '-5e-1', '-1.', '--none.of=a b', '–-lr', '--DS.ZERO_STAGE', '--ds.zero_stage ',
]; // prettier-ignore
export const HELPS = ['-h', '--help', '--hel', '--h', '--help=', '--help=x', '-h=', '-h=x', '--he=1'];
/** Forms of help that newer Pythons read differently. */
export const GLUED_HELPS = ['-hh', '-help', '-hx', '-h=h', '-hhx', '-high', '-h x'];
