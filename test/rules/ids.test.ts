import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { RULES } from '../../server/src/rules/registry.ts';

interface Fact {
  readonly id: string;
  readonly severity: string;
  readonly stage: string;
  readonly section: string;
}

const { rules: facts } = JSON.parse(readFileSync(new URL('../facts/rules.json', import.meta.url), 'utf8')) as {
  readonly rules: readonly Fact[];
};

/** Rules for which the facts have no id. */
const NEW = [
  'ag-blocking-call',
  'ag-images-kind',
  'ag-images-off',
  'ag-images-placeholder',
  'ag-method-arity',
  'ag-old-generation',
  'ag-run-in-loop',
  'ag-sampling-params',
  'ag-shared-state',
  'ag-states-key',
  'continuation-cut-blank',
  'continuation-cut-comment',
  'continuation-cut-space',
  'crlf-line-ending',
  'float-literal',
  'http-localhost',
  'ignore-malformed',
  'ignore-unknown-code',
  'ignore-unused',
  'match-may-be-none',
  'missing-backslash',
  'missing-source',
  'missing-value',
  'nargs-plus-empty',
  'openrlhf-import',
  'placeholder-value',
  'python-syntax',
  'ray-address',
  'ray-missing-dashes',
  'ray-option-value',
  'ray-second-shell',
  'ray-unknown-option',
  'rf-constant-reward',
  'rf-event-loop',
  'rf-labels-empty',
  'rf-list-as-text',
  'rf-load-side-effect',
  'rf-not-finite',
  'rf-scores-range',
  'rs-method',
  'rs-no-json',
  'rs-request-field',
  'runtime-env-conflict',
  'runtime-env-json',
  'runtime-env-key',
  'runtime-env-upload',
  'runtime-env-value',
  'secret-in-script',
  'torch-dtype-call',
  'unknown-module',
  'unknown-release',
];

/** Severities that differ from the facts. */
const SEVERITY: Readonly<Record<string, string>> = {
  // argparse refuses this flag like any other that nobody has.
  'docs-flag-typo-pretrain-mode': 'error',
  // Whether samples of one run take both ways, or a process is started at all, only a run shows.
  'rf-extra-logs-keys': 'warning',
  'ag-extra-logs-final': 'warning',
  'rf-multiprocessing': 'warning',
  // A server may put up with an empty list.
  'http-multi-url': 'warning',
};

test('an id is that of the facts, or one that they lack', () => {
  const known = new Set(facts.map(({ id }) => id));
  assert.deepEqual(
    RULES.map(({ id }) => id)
      .filter((id) => !known.has(id))
      .sort(),
    NEW,
  );
});

test('severity and stage are those of the facts', () => {
  for (const { id, severity, stage } of RULES) {
    const fact = facts.find((one) => one.id === id);
    if (!fact) continue;
    assert.equal(severity, SEVERITY[id] ?? fact.severity, id);
    assert.equal(stage, fact.stage, id);
  }
});

test('each rule on the command line is there', () => {
  const ids = new Set(RULES.map(({ id }) => id));
  const missing = facts.filter(({ id, section }) => section.startsWith('A.') && !ids.has(id)).map(({ id }) => id);
  assert.deepEqual(missing, []);
});
