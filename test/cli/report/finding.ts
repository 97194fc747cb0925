import type { FindingJson } from '../../../server/src/cli/findingJson.ts';

/** A range in one line, from 0. */
export function within(line: number, start: number, end: number): FindingJson['range'] {
  return { start: { line, character: start }, end: { line, character: end } };
}

/** A finding with what a test does not care about filled in. */
export function finding(fields: Partial<FindingJson> = {}): FindingJson {
  return {
    file: 'train.sh',
    range: within(0, 0, 1),
    severity: 'error',
    code: 'unknown-flag',
    stage: 'S0',
    entryPoint: 'train_sft',
    release: '0.11.2',
    releaseFrom: 'assumed',
    message: 'There is no such flag.',
    related: [],
    fixes: [],
    ...fields,
  };
}
