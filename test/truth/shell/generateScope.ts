import { names } from './generateWords.ts';
import type { Random } from './random.ts';
import type { Node } from './tree.ts';
import { command } from './tree.ts';

/** Where in a script a statement is made. */
export interface Scope {
  readonly random: Random;
  /** Functions that can be called here. */
  readonly functions: string[];
  readonly inFunction: boolean;
  readonly inLoop: boolean;
  /** Names are defined here for the first time: nothing else has them. */
  readonly counter: { launches: number; names: number };
  /** Name of the file to source, where that is allowed. */
  readonly library: string | undefined;
  /** Statements for a body. Blocks hold statements and statements are blocks, so each kind of block finds them here. */
  readonly statements: (scope: Scope, count: number, depth: number) => Node[];
}

/** What would stop a script otherwise: numbers are numbers, the reference names a variable, the table is one. */
export function numbers({ random }: Scope): Node {
  const values = names.numbers.map((name) => `${name}=${random.int(12)}`).join(' ');
  return command(`${values} REF=NAME\ndeclare -A TABLE=()`);
}
