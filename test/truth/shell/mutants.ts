import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { BashResult } from './bash.ts';
import { checkScript } from './check.ts';
import type { Corpus, CorpusScript } from './corpus.ts';
import { environments } from './environments.ts';
import type { Evaluate } from './model.ts';
import type { Mutation } from './mutations.ts';
import { checkRanges } from './rangeCheck.ts';
import type { Sandbox } from './sandbox.ts';

const sources = fileURLToPath(new URL('../../../server/src', import.meta.url));

/**
 * Copies the evaluator with one mutation applied.
 *
 * @throws Error if the text to be replaced does not stand in the file exactly once.
 */
export function writeMutant(mutation: Mutation, folder: string): string {
  for (const part of ['shell', 'text']) cpSync(join(sources, part), join(folder, part), { recursive: true });
  const file = join(folder, 'shell', mutation.file);
  const text = readFileSync(file, 'utf8');
  const places = text.split(mutation.find).length - 1;
  if (places !== 1)
    throw new Error(`mutation "${mutation.name}": its text stands ${places} times in shell/${mutation.file}`);
  writeFileSync(
    file,
    text.replace(mutation.find, () => mutation.replace),
  );
  return join(folder, 'shell/evaluate.ts');
}

/** What first tells the mutant from bash; `undefined` if nothing does. */
export async function caughtBy(
  mutation: Mutation,
  evaluate: Evaluate,
  corpus: Corpus,
  real: ReadonlyMap<CorpusScript, BashResult[]>,
  sandbox: Sandbox,
): Promise<string | undefined> {
  const [environment] = environments;
  for (const script of corpus.scripts) {
    if (!script.constructs.some((construct) => mutation.constructs.includes(construct))) continue;
    const { disagreements, coverage } = checkScript(script, real.get(script) ?? [], evaluate, corpus.files);
    const first = disagreements[0]?.split('\n')[0];
    if (first !== undefined) return first;
    if (script.allKnown && coverage.missed.length > 0) return `${script.path}: not known ${coverage.missed[0] ?? ''}`;
    if (coverage.conditional > 0 && !script.may.has('conditional')) return `${script.path}: conditional`;
    if (mutation.ranges && environment && !script.anyOrder) {
      const { failures } = await checkRanges(corpus, script, sandbox, environment, evaluate, () => true);
      if (failures[0] !== undefined) return failures[0];
    }
  }
  return undefined;
}
