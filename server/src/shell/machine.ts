import type { Item, Unknown } from '../text/items.ts';
import type { Location } from '../text/location.ts';
import type { LaunchCommand, OtherProgram, ScriptAssignment, ScriptNote, ScriptRequest } from './model.ts';
import type { Source } from './source.ts';
import { State } from './state.ts';
import type { Cell, Way } from './state.ts';
import type { Tree } from './values.ts';
import { NOWHERE, computed, leaf } from './values.ts';

export type ViaStep = LaunchCommand['via'][number];

/** A way that left a loop or function early, with what it had changed. */
export interface Escape {
  readonly kind: 'break' | 'continue' | 'return' | 'error';
  readonly changes: Map<string, Cell>;
  readonly way: Way;
  /** The status it leaves with. */
  readonly status: Tree<boolean>;
}

/** A running function or loop body. */
export interface Frame {
  readonly kind: 'function' | 'loop' | 'source' | 'subshell' | 'line';
  /** The state the body started in; escapes carry what changed since. */
  readonly base: State;
  readonly escapes: Escape[];
}

/** Where the evaluator stands and what it has found: one per evaluation. */
export interface Machine {
  readonly request: ScriptRequest;
  state: State;
  readonly launches: LaunchCommand[];
  readonly notes: ScriptNote[];
  readonly assignments: ScriptAssignment[];
  readonly needs: Set<string>;
  /** See `ScriptModel.others`. */
  readonly others: OtherProgram[];
  /** See `ScriptModel.outputs`. */
  readonly outputs: Set<string>;
  readonly frames: Frame[];
  /** Whether the command before succeeded: `$?`. */
  status: Tree<boolean>;
  readonly via: ViaStep[];
  readonly wrappers: { readonly kind: string; readonly location: Location }[];
  /** Behind `ray job submit --`. */
  secondShell: boolean;
  /** The words of that command, from `ray` on, while a string in it runs. */
  submit: readonly Item[] | null;
  /** Bash may have stopped at an error in what runs now: an expression with an unset variable in it. */
  uncertain: boolean;
  /** The same for all that follows. */
  doomed: boolean;
  /** How many undecided conditions guard what runs now. */
  conditional: number;
  /** How many loops with an unknown number of rounds surround what runs now. */
  repeated: number;
  /** The choice that stands for each undecided condition, by what the condition asks. */
  readonly choices: Map<string, string>;
  /** Choices whose first way is that their question is answered with no. */
  readonly flipped: Set<string>;
  /** How many ways each choice has. */
  readonly ways: Map<string, number>;
  readonly counters: { step: number; limit: number; substitutions: number; serial: number; depth: number };
  /** Names that were written since a dry run began, one set per dry run. */
  readonly written: Set<string>[];
  /** Texts being sourced or evaluated, to end recursion. */
  readonly sourcing: string[];
  /** Launches already noted for what follows them. */
  readonly noted: Set<Source>;
}

/** Steps after which all that follows is unknown: ten times and more what a long real script needs. */
const STEP_LIMIT = 100_000;
/** Steps for each line of a script that follows, and for all of them. */
const LINE_LIMIT = 2_000;
const REST_LIMIT = 100_000;
/** Nesting of functions, substitutions and embedded scripts after which words are unknown. */
export const DEPTH_LIMIT = 60;

export function createMachine(request: ScriptRequest): Machine {
  const state = new State();
  for (const [name, text] of request.environment ?? []) {
    state.set(name, { value: { kind: 'scalar', text: [computed(text, NOWHERE)] }, flags: '' });
  }
  return {
    request,
    state,
    launches: [],
    notes: [],
    assignments: [],
    others: [],
    needs: new Set(),
    outputs: new Set(),
    frames: [],
    status: leaf(true),
    via: [],
    wrappers: [],
    secondShell: false,
    submit: null,
    uncertain: false,
    doomed: false,
    conditional: 0,
    repeated: 0,
    choices: new Map(),
    flipped: new Set(),
    ways: new Map(),
    counters: { step: 0, limit: STEP_LIMIT, substitutions: 0, serial: 0, depth: 0 },
    written: [],
    sourcing: [],
    noted: new Set(),
  };
}

/** Counts a step of work; false when the budget of this evaluation is spent. */
export function step(m: Machine, cost = 1): boolean {
  m.counters.step += cost;
  return m.counters.step < m.counters.limit;
}

export function exhausted(m: Machine): boolean {
  return m.counters.step >= m.counters.limit;
}

/** Steps that are left. */
export function budget(m: Machine): number {
  return Math.max(0, m.counters.limit - m.counters.step);
}

/** Gives the next line of an exhausted evaluation a budget of its own. */
export function extendBudget(m: Machine): void {
  m.counters.limit = Math.min(m.counters.step + LINE_LIMIT, STEP_LIMIT + REST_LIMIT);
}

/** A name that nothing else in this evaluation has. */
export function serial(m: Machine, stem: string): string {
  return `${stem}#${++m.counters.serial}`;
}

export function unknown(reason: Unknown['reason'], name?: string, at?: Location): Unknown {
  return { reason, ...(name === undefined ? {} : { name }), ...(at === undefined ? {} : { at }) };
}

/** Runs `body` one level deeper; `otherwise` where the nesting is too deep. */
export function nested<T>(m: Machine, body: () => T, otherwise: () => T): T {
  if (m.counters.depth >= DEPTH_LIMIT) return otherwise();
  m.counters.depth++;
  try {
    return body();
  } finally {
    m.counters.depth--;
  }
}

/** The choice for an undecided condition; equal questions about equal unknowns are the same choice. */
export function choiceFor(m: Machine, question: string, ways = 2): string {
  const known = m.choices.get(question);
  if (known !== undefined) return known;
  const choice = `c${m.choices.size + 1}`;
  m.choices.set(question, choice);
  m.ways.set(choice, ways);
  return choice;
}

/** A choice that is like no other. */
export function newChoice(m: Machine, ways = 2): string {
  return choiceFor(m, serial(m, 'condition'), ways);
}
