import { eastAsianWidth } from 'get-east-asian-width';

/** Control characters and what changes the direction of writing: in a terminal they could hide what a line says. */
const CONTROL = /[\p{Cc}\u2028\u2029\u202A-\u202E\u2066-\u2069\uFEFF]/u;
const WITHOUT_WIDTH = /^[\p{Mn}\p{Me}\p{Cf}]$/u;

/** A sentence on one line, with control characters written as escapes. */
export function oneLine(text: string): string {
  return Array.from(text, (character) => (CONTROL.test(character) ? escape(character) : character)).join('');
}

function escape(character: string): string {
  switch (character) {
    case '\n':
      return '\\n';
    case '\r':
      return '\\r';
    case '\t':
      return '\\t';
    default:
      return `\\u${(character.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}`;
  }
}

/** One character as a terminal shows it. */
export interface Cell {
  readonly text: string;
  /** Columns that it takes; a tab counts as one, since it depends on where it stands. */
  readonly width: number;
  /** Its first UTF-16 code unit in the line. */
  readonly at: number;
}

/** The characters of a line, control characters but the tab replaced by a mark of one column. */
export function cellsOf(line: string): Cell[] {
  const cells: Cell[] = [];
  let at = 0;
  for (const character of line) {
    cells.push({ ...shown(character), at });
    at += character.length;
  }
  return cells;
}

function shown(character: string): Omit<Cell, 'at'> {
  if (character === '\t') return { text: character, width: 1 };
  if (CONTROL.test(character)) return { text: '\uFFFD', width: 1 };
  if (WITHOUT_WIDTH.test(character)) return { text: character, width: 0 };
  return { text: character, width: eastAsianWidth(character.codePointAt(0) ?? 0) };
}
