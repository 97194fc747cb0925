import { parseArgs } from 'node:util';
import { newRequest, type NewRequest } from './newFile.ts';
import { TRY_OPTIONS, tryWords, type TryWords } from './tryWords.ts';

const FORMATS = ['text', 'json', 'sarif', 'github'] as const;
type Format = (typeof FORMATS)[number];

/** What a command line asks for. */
export type Request =
  | { readonly kind: 'help' }
  | { readonly kind: 'version' }
  | (Common & { readonly kind: 'check'; readonly format: Format })
  | (Common & { readonly kind: 'argv'; readonly print0: boolean })
  | (Common & { readonly kind: 'values' })
  | (Common & { readonly kind: 'model' })
  | NewRequest
  | TryWords
  | { readonly kind: 'usage'; readonly reason: string };

interface Common {
  /** Files and folders as given; `-` is standard input. */
  readonly paths: readonly string[];
  /** What `--openrlhf` names. */
  readonly openrlhf?: string;
  /** Settings of folders count. */
  readonly settings: boolean;
  /** The name under which standard input is judged. */
  readonly stdinFilename: string;
}

/** First words that are commands, now or in a later version; a file of that name is written `./new`. */
const RESERVED = ['check', 'new', 'try'] as const;

/** Options about files that are judged. */
const OF_CHECKS = ['format', 'openrlhf', 'stdin-filename', 'no-settings', 'argv', 'values', 'model', 'print0'] as const;

/** Options that print launches in the place of findings. */
const LISTINGS = ['argv', 'values', 'model'] as const;

/** Options about files that are tried. */
const OF_TRIALS = Object.keys(TRY_OPTIONS) as (keyof typeof TRY_OPTIONS)[];

export const USAGE = `usage: openrlhf-lint [check] [--format text|json|sarif|github] [--openrlhf RELEASE|DIR] PATH...|-
       openrlhf-lint --argv [--print0] PATH...     what each launch in these files runs
       openrlhf-lint --values PATH...              what argparse would make of it
       openrlhf-lint --model PATH...               all that is known of each launch, to read
       openrlhf-lint new KIND [--output FILE [--force]]   a reward function or agent from a template
       openrlhf-lint new --list                           the kinds of templates
       openrlhf-lint try FILE [OPTION]...                 run a reward function or agent on samples

PATH is a bash script, a Python file that launches name, or a folder of scripts; - reads standard input (name it with
--stdin-filename).
  --format FORMAT         text (default), json, sarif or github
  --openrlhf RELEASE|DIR  judge by this OpenRLHF release, or by this copy of OpenRLHF
  --stdin-filename NAME   name of what comes on standard input
  --no-settings           do not read the .vscode/settings.json of the folders that the files lie in
  --print0                with --argv: the argv of the only launch, each word ended by NUL
  --output FILE           with new: the file to write, instead of standard output; --force replaces an existing one
  --help, --version

With try, which runs FILE:
  --role reward|agent     how OpenRLHF loads it; by default as its text says
  --python PYTHON         the Python that runs it; by default of the environment that is active, of ./.venv, or python3
  --launch SCRIPT         a script whose launch names FILE: its data set, settings and environment; --rows N (3) of its first rows
  --samples FILE          samples of a .jsonl, .json, .csv or .parquet file: prompt, label, response; --rows N of its first rows
  --prompt TEXT           a sample of your own, with --label TEXT
  --n-samples N           so many samples of each prompt
  --response TEXT         what the model says; several are samples of a prompt, or turns of an agent
  --timeout S             seconds for everything (60); --memory MB for all its processes (4096)

Exit code: 0 clean, 1 at least one error (with try, or warning), 2 wrong usage or an input that cannot be read.
`;

/** Reads the words behind the program's name. */
export function parseCommandLine(words: readonly string[]): Request {
  let parsed;
  try {
    parsed = parseArgs({
      args: [...words],
      allowPositionals: true,
      options: {
        format: { type: 'string' },
        openrlhf: { type: 'string' },
        'stdin-filename': { type: 'string' },
        'no-settings': { type: 'boolean' },
        argv: { type: 'boolean' },
        values: { type: 'boolean' },
        model: { type: 'boolean' },
        print0: { type: 'boolean' },
        output: { type: 'string' },
        force: { type: 'boolean' },
        list: { type: 'boolean' },
        ...TRY_OPTIONS,
        help: { type: 'boolean', short: 'h' },
        version: { type: 'boolean' },
      },
    });
  } catch (error) {
    return usage(error instanceof Error ? firstSentence(error.message) : String(error));
  }
  const { values } = parsed;
  if (values.help) return { kind: 'help' };
  if (values.version) return { kind: 'version' };
  const [first, ...rest] = parsed.positionals;
  const command = RESERVED.find((word) => word === first);
  if (command === 'new') {
    const other = [...OF_CHECKS, ...OF_TRIALS].find((option) => values[option] !== undefined);
    if (other !== undefined) return usage(`'new' does not go with --${other}`);
    const request = newRequest(rest, values);
    return typeof request === 'string' ? usage(request) : request;
  }
  const ofNew = (['output', 'force', 'list'] as const).find((option) => values[option] !== undefined);
  if (ofNew !== undefined) return usage(`--${ofNew} goes with 'new'`);
  if (command === 'try') {
    const other = OF_CHECKS.find((option) => option !== 'format' && values[option] !== undefined);
    if (other !== undefined) return usage(`'try' does not go with --${other}`);
    const request = tryWords(rest, values);
    return typeof request === 'string' ? usage(request) : request;
  }
  const ofTry = OF_TRIALS.find((option) => values[option] !== undefined);
  if (ofTry !== undefined) return usage(`--${ofTry} goes with 'try'`);
  const paths = command === undefined ? parsed.positionals : rest;
  const [listing, another] = LISTINGS.filter((name) => values[name]);
  if (listing !== undefined && another !== undefined) return usage(`--${listing} and --${another} exclude each other`);
  if (command !== undefined && listing !== undefined) return usage(`'check' does not go with --${listing}`);
  if (values.format !== undefined && listing === 'model')
    return usage('--format is for findings; --model prints markdown');
  if (values.format !== undefined && listing !== undefined) {
    return usage('--format is for findings; --argv and --values print JSON');
  }
  if (values.print0 && !values.argv) return usage('--print0 goes with --argv');
  if (paths.length === 0) return usage('no PATH given');
  if (values.print0 && paths.length > 1) return usage('--print0 wants one PATH');
  if (paths.includes('')) return usage('a PATH is empty');
  if (paths.filter((path) => path === '-').length > 1) return usage('standard input (-) can be given once');
  const common: Common = {
    paths,
    settings: values['no-settings'] !== true,
    stdinFilename: values['stdin-filename'] ?? '<stdin>',
    ...(values.openrlhf === undefined ? {} : { openrlhf: values.openrlhf }),
  };
  if (values.argv) return { ...common, kind: 'argv', print0: values.print0 === true };
  if (values.values) return { ...common, kind: 'values' };
  if (values.model) return { ...common, kind: 'model' };
  const format = FORMATS.find((name) => name === (values.format ?? 'text'));
  if (!format) return usage(`--format ${values.format ?? ''}: choose from ${FORMATS.join(', ')}`);
  return { ...common, kind: 'check', format };
}

function usage(reason: string): Request {
  return { kind: 'usage', reason };
}

/** `parseArgs` explains itself at length; its first sentence says what is wrong. */
function firstSentence(message: string): string {
  return message.split(/\.\s/, 1)[0] ?? message;
}
