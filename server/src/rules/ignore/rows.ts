import type { RuleRow } from '../context.ts';

/** Rules on comments that ignore findings. They are told by `sift`, which sees what all other rules have found. */
export const IGNORE_RULES = [
  { id: 'ignore-unused', severity: 'hint', stage: null },
  { id: 'ignore-unknown-code', severity: 'hint', stage: null },
  { id: 'ignore-malformed', severity: 'hint', stage: null },
] as const satisfies readonly RuleRow[];
