import * as z from 'zod/mini';

/** A place in a Python file; lines count from 1, as Python's do. */
const Place = z.object({ file: z.string(), line: z.number() });
export type Place = z.infer<typeof Place>;

const Frame = z.extend(Place, { function: z.nullable(z.string()) });

/** A value as Python shows it, and as a number where it is a single finite one. */
const Quantity = z.object({ text: z.string(), number: z.nullable(z.number()) });
export type Quantity = z.infer<typeof Quantity>;

const Index = z.nullable(z.number());

/** What `openrlhf_try` tells, one line of JSON each, in the order in which it happens. */
export const TryEvent = z.discriminatedUnion('event', [
  z.object({
    event: z.literal('started'),
    python: z.string(),
    /** Whose executors run the file. */
    executors: z.enum(['openrlhf', 'own']),
    /** The release of OpenRLHF in this Python. */
    release: z.nullable(z.string()),
    /** Why they are not those of the OpenRLHF that is there. */
    reason: z.optional(z.nullable(z.string())),
  }),
  /** The samples cannot be read. */
  z.object({ event: z.literal('unreadable'), message: z.string() }),
  z.object({ event: z.literal('stage'), stage: z.enum(['load', 'call']), index: Index }),
  z.object({ event: z.literal('loaded'), milliseconds: z.number() }),
  z.object({
    event: z.literal('sample'),
    index: z.number(),
    /** Samples of one prompt have one number. */
    group: z.number(),
    prompt: z.string(),
    label: z.string(),
    /** What the model said, by turn. */
    responses: z.array(z.string()),
    /** The whole text; `null` if the file was not called. */
    query: z.nullable(z.string()),
    rewards: z.nullable(Quantity),
    scores: z.nullable(Quantity),
    logs: z.record(z.string(), Quantity),
    milliseconds: z.optional(z.nullable(z.number())),
  }),
  z.object({
    event: z.literal('failure'),
    stage: z.enum(['load', 'call', 'execute', 'thread', 'task']),
    index: Index,
    type: z.string(),
    message: z.string(),
    /** Places in files of the user, outermost first. */
    frames: z.array(Frame),
    /** OpenRLHF goes on without a word. */
    swallowed: z.boolean(),
    /** The rule that explains it. */
    rule: z.nullable(z.string()),
  }),
  z.object({
    event: z.literal('violation'),
    rule: z.string(),
    index: Index,
    place: z.nullable(Place),
    key: z.optional(z.string()),
    value: z.optional(z.string()),
    other: z.optional(z.string()),
  }),
  z.object({ event: z.literal('end') }),
]);
export type TryEvent = z.infer<typeof TryEvent>;
export type TrySample = Extract<TryEvent, { event: 'sample' }>;
export type TryFailure = Extract<TryEvent, { event: 'failure' }>;
export type TryViolation = Extract<TryEvent, { event: 'violation' }>;

/** How OpenRLHF would load the file. */
export type TryRole = 'reward' | 'agent';

/** Rows of a local data set, as a launch reads them. */
export interface TryRows {
  /** `.jsonl`, `.json`, `.csv` or `.parquet`; absolute. */
  readonly path: string;
  /** How many, from the first on. */
  readonly rows: number;
  readonly inputKey: string;
  /** Without it every label is an empty string, as in OpenRLHF. */
  readonly labelKey?: string;
  /** `data.input_template`, for `str.format`. */
  readonly template?: string;
  /** `data.apply_chat_template`. */
  readonly chat?: boolean;
}

/** A file whose rows are samples: `prompt`, and if wanted `label`, `response` or `responses`. */
export interface TrySamplesFile {
  /** `.jsonl`, `.json`, `.csv` or `.parquet`; absolute. */
  readonly path: string;
  /** How many, from the first on. */
  readonly rows: number;
}

/** A sample where there is no data set and nothing is typed in. */
export const USUAL_SAMPLE = { prompt: 'What is 2 + 2?', label: '4' } as const;

/** What is tried, on what. */
export interface TryRequest {
  /** Absolute. */
  readonly file: string;
  readonly role: TryRole;
  /** The Python that runs it. */
  readonly python: string;
  /** The working directory, as a worker has it. */
  readonly folder: string;
  readonly data?: TryRows;
  /** A file of samples; `data` is not looked at then. */
  readonly samplesFile?: TrySamplesFile;
  /** Used without `data` and `samplesFile`. */
  readonly samples: readonly { readonly prompt: string; readonly label: string }[];
  /**
   * What the model says: for a reward function one sample of the prompt each, for an agent one turn each. Empty: the label,
   * and for a reward function a wrong answer beside it.
   */
  readonly responses: readonly string[];
  /** Samples of each prompt (`rollout.n_samples_per_prompt`), which take turns over what the model says; absent: as many as that is. */
  readonly samplesPerPrompt?: number;
  /** Environment variables of the launch, beside those of this process. */
  readonly env?: Readonly<Record<string, string>>;
  /** Names of those whose values are not known here. */
  readonly unknownEnv?: readonly string[];
  /** Bounds of dynamic filtering where the launch filters. */
  readonly filtering?: readonly [number, number];
  /** Seconds for everything. */
  readonly seconds: number;
  /** Bytes that all its processes may have in memory together. */
  readonly memory: number;
  /** `own`: not those of an installed OpenRLHF. */
  readonly executors?: 'own';
}

/** How a trial came to its end. */
export type TryEnding =
  | { readonly kind: 'done' }
  | { readonly kind: 'time-limit' }
  | { readonly kind: 'memory-limit'; readonly resident: number }
  | { readonly kind: 'cancelled' }
  /** The process ended by itself before all was done, as by `os._exit` or a crash. */
  | { readonly kind: 'died'; readonly code: number | null; readonly signal: string | null }
  | { readonly kind: 'not-started'; readonly reason: string };

/** What a program printed: its beginning, and how much there was. */
export interface Printed {
  readonly text: string;
  readonly bytes: number;
}

/** A trial with all that was seen. */
export interface Trial {
  readonly request: TryRequest;
  readonly events: readonly TryEvent[];
  readonly ending: TryEnding;
  readonly stdout: Printed;
  readonly stderr: Printed;
  /** Where the file was as its time ran out or it crashed. */
  readonly stuckAt: Place | null;
  /** Most bytes that its processes had in memory together, as far as it was seen. */
  readonly peak: number;
  /** Processes that outlived it, and were ended. */
  readonly leftOver: number;
}
