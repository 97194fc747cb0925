/** Options that only `try` has. */
export const TRY_OPTIONS = {
  role: { type: 'string' },
  python: { type: 'string' },
  launch: { type: 'string' },
  samples: { type: 'string' },
  rows: { type: 'string' },
  'n-samples': { type: 'string' },
  prompt: { type: 'string' },
  label: { type: 'string' },
  response: { type: 'string', multiple: true },
  timeout: { type: 'string' },
  memory: { type: 'string' },
} as const;

/** What `openrlhf-lint try` asks for. */
export interface TryWords {
  readonly kind: 'try';
  readonly file: string;
  readonly role?: 'reward' | 'agent';
  readonly python?: string;
  /** A script whose launch names the file. */
  readonly launch?: string;
  /** A file of samples. */
  readonly samples?: string;
  /** Of the file of samples, or of the data set of the launch; absent: as many as is usual. */
  readonly rows?: number;
  /** Samples of each prompt; absent: as many as the model says texts. */
  readonly samplesPerPrompt?: number;
  readonly sample?: { readonly prompt: string; readonly label: string };
  readonly responses: readonly string[];
  /** Seconds for everything. */
  readonly seconds: number;
  /** Bytes for all processes. */
  readonly memory: number;
  readonly format: 'text' | 'json';
}

type Values = Readonly<
  Partial<Record<Exclude<keyof typeof TRY_OPTIONS, 'response'> | 'format', string | undefined>> & {
    response?: string[] | undefined;
  }
>;

/** Reads the words behind `try`; a sentence says what is wrong with them. */
export function tryWords(words: readonly string[], values: Values): TryWords | string {
  const [file, another] = words;
  if (file === undefined || file === '') return "'try' wants a FILE: a reward function or an agent";
  if (another !== undefined) return `'try' runs one file; '${another}' is one FILE too many`;
  const { role, python, launch, samples, prompt, label, format = 'text', response = [] } = values;
  if (role !== undefined && role !== 'reward' && role !== 'agent') return `--role ${role}: choose from reward, agent`;
  if (format !== 'text' && format !== 'json') return `--format ${format}: with 'try' choose from text, json`;
  if (python === '') return '--python wants a Python; it is empty';
  if (launch === '') return '--launch wants a script; it is empty';
  if (samples === '') return '--samples wants a file; it is empty';
  if (samples !== undefined && prompt !== undefined) return '--samples and --prompt exclude each other';
  if (label !== undefined && prompt === undefined) return '--label goes with --prompt';
  if (values.rows !== undefined && launch === undefined && samples === undefined)
    return '--rows goes with --launch or --samples';
  if (values.rows !== undefined && prompt !== undefined) return '--rows and --prompt exclude each other';
  const rows = count(values.rows);
  if (rows === 'no') return `--rows ${values.rows ?? ''}: a whole number from 1 to 1000`;
  const perPrompt = count(values['n-samples']);
  if (perPrompt === 'no') return `--n-samples ${values['n-samples'] ?? ''}: a whole number from 1 to 1000`;
  const seconds = amount(values.timeout ?? '60', 0.1, 86_400);
  if (seconds === undefined) return `--timeout ${values.timeout ?? ''}: seconds, from 0.1 to 86400`;
  const megabytes = amount(values.memory ?? '4096', 1, 10_000_000);
  if (megabytes === undefined) return `--memory ${values.memory ?? ''}: MB, from 1 on`;
  return {
    kind: 'try',
    file,
    responses: response,
    seconds,
    memory: megabytes * 2 ** 20,
    format,
    ...(role === undefined ? {} : { role }),
    ...(python === undefined ? {} : { python }),
    ...(launch === undefined ? {} : { launch }),
    ...(samples === undefined ? {} : { samples }),
    ...(rows === undefined ? {} : { rows }),
    ...(perPrompt === undefined ? {} : { samplesPerPrompt: perPrompt }),
    ...(prompt === undefined ? {} : { sample: { prompt, label: label ?? '' } }),
  };
}

function count(text: string | undefined): number | undefined | 'no' {
  if (text === undefined) return undefined;
  const value = amount(text, 1, 1000);
  return value === undefined || !Number.isInteger(value) ? 'no' : value;
}

function amount(text: string, least: number, most: number): number | undefined {
  const value = /^\d+(?:\.\d+)?$/.test(text) ? Number(text) : Number.NaN;
  return value >= least && value <= most ? value : undefined;
}
