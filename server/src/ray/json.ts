/** Stands in a text for a piece that is not known before the script runs. A private-use character: nobody types it. */
export const HOLE = '\uE001';

interface Span {
  /** UTF-16 offsets in the text that was read. */
  readonly start: number;
  readonly end: number;
}

export interface JsonMember {
  readonly key: JsonText;
  readonly value: JsonNode;
}

/** `value` is `null` where a piece of it is not known. */
export type JsonText = Span & { readonly kind: 'text'; readonly value: string | null };

export type JsonNode =
  | JsonText
  /** `whole`: written without point and exponent, a Python `int`. */
  | (Span & { readonly kind: 'number'; readonly whole: boolean; readonly value: number })
  | (Span & { readonly kind: 'constant'; readonly value: boolean | null })
  | (Span & { readonly kind: 'list'; readonly items: readonly JsonNode[] })
  | (Span & { readonly kind: 'object'; readonly members: readonly JsonMember[] })
  /** Not known, or not read to its end. */
  | (Span & { readonly kind: 'unknown' });

/** What Python's `json.loads` refuses, and why. */
export interface JsonProblem extends Span {
  readonly code:
    | 'empty'
    | 'single-quotes'
    | 'no-quotes'
    | 'trailing-comma'
    | 'comment'
    | 'python-constant'
    | 'control-character'
    | 'escape'
    | 'more-text'
    | 'ends-early'
    | 'comma-missing'
    | 'colon-missing'
    | 'unexpected';
}

/** A text as JSON. `root` holds what could be read; `complete` is false where that is not all of it. */
export interface JsonReading {
  readonly root: JsonNode;
  readonly problem: JsonProblem | null;
  readonly complete: boolean;
}

/**
 * Reads a text as Python's `json.loads` does (CPython 3.11): strict JSON with `NaN`, `Infinity` and `-Infinity`, without
 * control characters in texts. A `HOLE` within a text leaves that text unknown; one in the place of a value is an unknown
 * value; anywhere else it ends the reading without a problem, since it may stand for anything.
 */
export function readJson(text: string): JsonReading {
  return new JsonReader(text).read();
}

const NUMBER = /-?(?:0|[1-9]\d*)(\.\d+)?([eE][-+]?\d+)?/y;
const WORD = /[A-Za-z_]\w*/y;
const CONSTANTS: ReadonlyMap<string, boolean | null> = new Map([
  ['true', true],
  ['false', false],
  ['null', null],
]);
const NUMBERS = ['NaN', 'Infinity', '-Infinity'];
const PYTHON_CONSTANTS = ['True', 'False', 'None'];
/** Nesting past which Python may give up too. */
const DEPTH = 400;
const ESCAPED: Readonly<Record<string, string>> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' };

class JsonReader {
  readonly #text: string;
  #at = 0;
  #problem: JsonProblem | null = null;
  #stopped = false;

  constructor(text: string) {
    this.#text = text;
  }

  read(): JsonReading {
    this.#blanks();
    if (this.#at === this.#text.length) this.#fail('empty', 0, this.#at);
    const root = this.#value(0);
    this.#blanks();
    if (!this.#stopped && this.#at < this.#text.length) this.#fail('more-text', this.#at, this.#text.length);
    return { root, problem: this.#problem, complete: !this.#stopped };
  }

  #ended(): boolean {
    return this.#stopped;
  }

  #blanks(): void {
    while (/[ \t\n\r]/.test(this.#text.charAt(this.#at))) this.#at++;
  }

  #fail(code: JsonProblem['code'], start = this.#at, end = Math.min(start + 1, this.#text.length)): void {
    if (this.#stopped) return;
    this.#stopped = true;
    const here = this.#text.charAt(start);
    // What a hole stands for may be what is missing here.
    if (here === HOLE) return;
    this.#problem = { code, start, end };
  }

  /** Something that cannot stand here. */
  #refuse(otherwise: JsonProblem['code']): void {
    const rest = this.#text.slice(this.#at);
    WORD.lastIndex = this.#at;
    const word = WORD.exec(this.#text)?.[0];
    if (rest === '') this.#fail('ends-early', this.#text.trimEnd().length);
    else if (rest.startsWith("'")) this.#fail('single-quotes');
    else if (/^(?:\/\/|\/\*|#)/.test(rest)) this.#fail('comment', this.#at, this.#at + 2);
    else if (word !== undefined && PYTHON_CONSTANTS.includes(word))
      this.#fail('python-constant', this.#at, this.#at + word.length);
    else if (word !== undefined) this.#fail('no-quotes', this.#at, this.#at + word.length);
    else this.#fail(otherwise);
  }

  #unknown(start: number): JsonNode {
    return { kind: 'unknown', start, end: this.#at };
  }

  #value(depth: number): JsonNode {
    const start = this.#at;
    if (this.#stopped || depth > DEPTH) {
      this.#stopped = true;
      return this.#unknown(start);
    }
    const first = this.#text.charAt(start);
    if (first === '"') return this.#string();
    if (first === '{') return this.#object(depth);
    if (first === '[') return this.#list(depth);
    if (first === HOLE) return this.#hole(start);
    const name = NUMBERS.find((one) => this.#text.startsWith(one, start));
    if (name !== undefined) {
      this.#at += name.length;
      return { kind: 'number', whole: false, value: Number(name), start, end: this.#at };
    }
    NUMBER.lastIndex = start;
    const number = NUMBER.exec(this.#text);
    if (number) {
      this.#at += number[0].length;
      if (this.#text.charAt(this.#at) === HOLE) return this.#hole(start);
      const whole = number[1] === undefined && number[2] === undefined;
      return { kind: 'number', whole, value: Number(number[0]), start, end: this.#at };
    }
    for (const [word, value] of CONSTANTS) {
      if (!this.#text.startsWith(word, start)) continue;
      this.#at += word.length;
      return { kind: 'constant', value, start, end: this.#at };
    }
    this.#refuse('unexpected');
    return this.#unknown(start);
  }

  /** An unknown value, with all that stands against it: `1${X}0`. */
  #hole(start: number): JsonNode {
    while (this.#text.charAt(this.#at) === HOLE || /[\w.+-]/.test(this.#text.charAt(this.#at))) this.#at++;
    return this.#unknown(start);
  }

  #object(depth: number): JsonNode {
    const start = this.#at++;
    const members: JsonMember[] = [];
    this.#blanks();
    if (this.#text.charAt(this.#at) === '}') this.#at++;
    else {
      for (let comma = -1; ;) {
        if (this.#text.charAt(this.#at) !== '"') {
          if (comma >= 0 && this.#text.charAt(this.#at) === '}') this.#fail('trailing-comma', comma);
          else this.#refuse('unexpected');
          break;
        }
        const key = this.#string();
        this.#blanks();
        if (this.#ended()) break;
        if (this.#text.charAt(this.#at) !== ':') {
          this.#missing('colon-missing');
          break;
        }
        this.#at++;
        this.#blanks();
        members.push({ key, value: this.#value(depth + 1) });
        const next = this.#comma('}');
        if (next === undefined) break;
        comma = next;
      }
    }
    return { kind: 'object', members, start, end: this.#at };
  }

  #list(depth: number): JsonNode {
    const start = this.#at++;
    const items: JsonNode[] = [];
    this.#blanks();
    if (this.#text.charAt(this.#at) === ']') this.#at++;
    else {
      for (let comma = -1; ;) {
        if (comma >= 0 && this.#text.charAt(this.#at) === ']') {
          this.#fail('trailing-comma', comma);
          break;
        }
        items.push(this.#value(depth + 1));
        const next = this.#comma(']');
        if (next === undefined) break;
        comma = next;
      }
    }
    return { kind: 'list', items, start, end: this.#at };
  }

  /** Behind a member or item: the place of its comma; `undefined` where the object or list ends, well or not. */
  #comma(close: '}' | ']'): number | undefined {
    this.#blanks();
    if (this.#ended()) return undefined;
    const next = this.#text.charAt(this.#at);
    if (next === close) {
      this.#at++;
      return undefined;
    }
    if (next !== ',') {
      this.#missing('comma-missing');
      return undefined;
    }
    const comma = this.#at++;
    this.#blanks();
    return comma;
  }

  /** Between two things that need a comma or colon between them. */
  #missing(code: 'comma-missing' | 'colon-missing'): void {
    if (/["[{]|[\w-]/.test(this.#text.charAt(this.#at))) this.#fail(code);
    else this.#refuse('unexpected');
  }

  #string(): JsonText {
    const start = this.#at++;
    let value = '';
    let known = true;
    for (;;) {
      const character = this.#text.charAt(this.#at);
      if (character === '') {
        this.#fail('ends-early', start);
        break;
      }
      this.#at++;
      if (character === '"') return { kind: 'text', value: known ? value : null, start, end: this.#at };
      if (character === HOLE) known = false;
      else if (character === '\\') {
        const escaped = this.#escape();
        if (escaped === null) break;
        if (escaped === HOLE) known = false;
        value += escaped;
      } else if (character < ' ') {
        this.#fail('control-character', this.#at - 1);
        break;
      } else value += character;
    }
    return { kind: 'text', value: null, start, end: this.#at };
  }

  /** What stands behind a backslash. */
  #escape(): string | null {
    const start = this.#at - 1;
    const character = this.#text.charAt(this.#at++);
    if (character === HOLE) {
      this.#fail('escape', this.#at - 1);
      return null;
    }
    if (/["\\/]/.test(character)) return character;
    const simple = ESCAPED[character];
    if (simple !== undefined) return simple;
    const digits = /^[0-9A-Fa-f]{4}/.exec(this.#text.slice(this.#at))?.[0];
    if (character === 'u' && digits !== undefined) {
      this.#at += 4;
      return String.fromCharCode(parseInt(digits, 16));
    }
    if (character === '') this.#fail('ends-early', start);
    else if (character === 'u' && this.#text.slice(this.#at, this.#at + 4).includes(HOLE)) this.#stopped = true;
    else this.#fail('escape', start, this.#at);
    return null;
  }
}

/** The members that count: of those with the same key, the last. */
export function membersOf(node: JsonNode | undefined): readonly JsonMember[] {
  if (node?.kind !== 'object') return [];
  return node.members.filter(
    ({ key }, index) => !node.members.slice(index + 1).some((later) => later.key.value === key.value),
  );
}

/** The member of a key that counts. */
export function memberOf(node: JsonNode | undefined, key: string): JsonMember | undefined {
  return membersOf(node).find((member) => member.key.value === key);
}

/** The value as JavaScript has it; `undefined` for what is not known, or holds something that is not. */
export function plainValue(node: JsonNode): unknown {
  switch (node.kind) {
    case 'text':
      return node.value ?? undefined;
    case 'number':
    case 'constant':
      return node.value;
    case 'list': {
      const items = node.items.map(plainValue);
      return items.includes(undefined) ? undefined : items;
    }
    case 'object': {
      const entries = membersOf(node).map(({ key, value }) => [key.value, plainValue(value)] as const);
      if (entries.some(([key, value]) => key === null || value === undefined)) return undefined;
      return Object.fromEntries(entries);
    }
    case 'unknown':
      return undefined;
  }
}
