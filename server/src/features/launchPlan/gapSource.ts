import type { TextOf } from '../../rules/words.ts';
import type { ScriptAssignment } from '../../shell/model.ts';
import type { Unknown } from '../../text/items.ts';
import { sameLocation, type Location } from '../../text/location.ts';

/** `$NAME` or `${NAME}`, in quotes or not. */
const VARIABLE = /^"?\$(?:([A-Za-z_]\w*|\d)|\{([A-Za-z_]\w*|\d+)\})"?$/;

/** The variable whose value a text of a script is, if it is nothing else. */
export function sourceName(text: string): string | undefined {
  const match = VARIABLE.exec(text);
  return match?.[1] ?? match?.[2];
}

const VARIABLE_KEY = 'variable ';

/** The key of a question for the value of a variable. */
function variableKey(name: string): string {
  return VARIABLE_KEY + name;
}

/** The variable that a key asks for. */
export function variableOf(key: string): string | undefined {
  return key.startsWith(VARIABLE_KEY) ? key.slice(VARIABLE_KEY.length) : undefined;
}

/** What the script says of its parts that are not known. */
export class GapSource {
  readonly #script: string;
  readonly #textOf: TextOf;
  readonly #assignments: readonly ScriptAssignment[];

  readonly #command: Location;

  /**
   * @param script its URI
   * @param command the whole launch, where the values of exported variables stand that have no other place
   */
  constructor(script: string, command: Location, assignments: readonly ScriptAssignment[], textOf: TextOf) {
    this.#script = script;
    this.#command = command;
    this.#textOf = textOf;
    this.#assignments = assignments;
  }

  /** True for the place of the whole launch. */
  isWhole(at: Location): boolean {
    return sameLocation(at, this.#command);
  }

  textAt({ uri, range }: Location): string {
    return this.#textOf(uri)?.slice(range.start, range.end) ?? '';
  }

  /** The text at a place as a person would write it: without quotes around it, a command with its `$( )`. */
  shown(at: Location, { reason }: Unknown): string {
    const text = this.textAt(at);
    if (reason === 'command-substitution' && !/[$`]/.test(text)) return `$(${text.trim()})`;
    const before = this.#textOf(at.uri)?.slice(Math.max(0, at.range.start - 2), at.range.start);
    if (before === '$(') return `$(${text.trim()})`;
    return /^"[^"]*"$/.test(text) ? text.slice(1, -1) : text;
  }

  /**
   * The key of a gap: its variable, so that it is asked for once wherever it stands, or its place. A variable that is
   * assigned several times, or that changes as the script runs, may have another value at each place.
   */
  keyOf(kind: 'text' | 'words', at: Location, { reason, name: of }: Unknown): string {
    if (this.isWhole(at) && of !== undefined) return variableKey(of);
    const name = reason === 'read-at-run-time' ? undefined : (sourceName(this.textAt(at)) ?? this.#assignedTo(at));
    if (name !== undefined && this.#assigned(name).length < 2) return variableKey(name);
    return `${kind} ${at.range.start}-${at.range.end}${at.uri === this.#script ? '' : ` ${at.uri}`}`;
  }

  /** What the script takes where nothing else is given: `x` of `${NAME:-x}`, here or where the variable is assigned. */
  suggestion(at: Location): string | undefined {
    const text = this.textAt(at);
    const here = defaultIn(text);
    const name = sourceName(text);
    if (here !== undefined || name === undefined) return here;
    const script = this.#textOf(this.#script) ?? '';
    const own = new RegExp(`\\$\\{${name}:?[-=]([^{}]*)\\}`).exec(script)?.[0];
    const assigned = new RegExp(`(?:^|\\s)${name}=["']?(\\$\\{\\w+:?[-=][^{}]*\\})`, 'm').exec(script)?.[1];
    return defaultIn(own ?? assigned ?? '');
  }

  /** The variable that is assigned what stands at a place and nothing else: `NAME=${NAME:-x}`, `NAME="$(date)"`. */
  #assignedTo({ uri, range }: Location): string | undefined {
    const text = this.#textOf(uri) ?? '';
    const line = text.slice(text.lastIndexOf('\n', range.start - 1) + 1, range.start);
    if (!/^\)?["']?(?:[\s;&|]|$)/.test(text.slice(range.end, range.end + 3))) return undefined;
    return /(?:^|[\s;&(])([A-Za-z_]\w*)=["']?(?:\$\()?$/.exec(line)?.[1];
  }

  /** The places where a variable is assigned; a loop that assigns it again counts once. */
  #assigned(name: string): readonly Location[] {
    const places = this.#assignments.filter((assignment) => assignment.name === name).map(({ location }) => location);
    return [...new Map(places.map((place) => [`${place.uri} ${place.range.start}`, place])).values()];
  }
}

function defaultIn(text: string): string | undefined {
  const found = /^"?\$\{\w+:?[-=]([^{}]*)\}"?$/.exec(text)?.[1];
  const word = found?.replace(/^(["'])(.*)\1$/, '$2');
  return word === undefined || /[$`"'\\]/.test(word) ? undefined : word;
}
