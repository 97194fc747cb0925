import type { Statement } from 'unbash';
import type { Machine } from './machine.ts';
import type { Source } from './source.ts';

export function noteOrphans(_m: Machine, _source: Source, _statements: readonly Statement[], _index: number): void {
  // Filled in below.
}
