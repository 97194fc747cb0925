import { flagDoc } from '../catalogue/docs.ts';
import type { FlagSpec } from '../catalogue/schema.ts';

/** The choice that a value means. */
interface Meant {
  readonly choice: string;
  /** False where the value names several settings, of which the choice is the part that belongs to this flag. */
  readonly whole: boolean;
}

/** Names of several settings together: to write the choice alone would train something else than what was asked for. */
const COMBINATIONS: Readonly<Record<string, readonly string[]>> = {
  // With clip-higher, dynamic filtering and the token-level loss.
  '--algo.advantage.estimator': ['dapo'],
  // With `--algo.advantage.is_correction_mode clip`: `token` alone drops what it should clamp.
  '--algo.advantage.is_correction_level': ['tis'],
};

/** The choice that a value means: spelled with other case or separators, or called so elsewhere. */
export function choiceMeant(spec: FlagSpec, text: string, entryPoint: string): Meant | undefined {
  const choices = (spec.choices ?? []).map(String);
  const wanted = bare(text);
  if (wanted === '') return undefined;
  const spelled = choices.filter((choice) => bare(choice) === wanted);
  const [choice] = spelled;
  if (choice !== undefined && spelled.length === 1) return { choice, whole: true };
  const docs = flagDoc(spec.name, entryPoint)?.choices;
  const called = choices.filter((choice) => docs?.[choice]?.aka?.some((name) => bare(name) === wanted));
  const [only] = called;
  if (only === undefined || called.length > 1) return undefined;
  return { choice: only, whole: COMBINATIONS[spec.name]?.includes(wanted) !== true };
}

function bare(text: string): string {
  return text
    .toLowerCase()
    .replace(/plus[\s_-]*plus|pp(?=$|[\s_-])/g, '++')
    .replace(/[\s_.-]/g, '');
}
