import { flagDoc } from '../catalogue/docs.ts';
import type { FlagSpec } from '../catalogue/schema.ts';

/** The choice that a value means beyond doubt: spelled with other case or separators, or called so elsewhere. */
export function choiceMeant(spec: FlagSpec, text: string, entryPoint: string): string | undefined {
  const choices = (spec.choices ?? []).map(String);
  const wanted = bare(text);
  if (wanted === '') return undefined;
  const spelled = choices.filter((choice) => bare(choice) === wanted);
  if (spelled.length === 1) return spelled[0];
  const docs = flagDoc(spec.name, entryPoint)?.choices;
  const called = choices.filter((choice) => docs?.[choice]?.aka?.some((name) => bare(name) === wanted));
  return called.length === 1 ? called[0] : undefined;
}

function bare(text: string): string {
  return text
    .toLowerCase()
    .replace(/plus[\s_-]*plus|pp(?=$|[\s_-])/g, '++')
    .replace(/[\s_.-]/g, '');
}
