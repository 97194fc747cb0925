import type { FlagSpec } from '../catalogue/schema.ts';

/**
 * Names that papers and other trainers use, by flag and by what the flag calls them.
 */
const ALSO: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  '--algo.advantage.estimator': {
    gae: ['ppo'],
    group_norm: ['grpo'],
    reinforce: ['reinforce++', 'reinforcepp', 'reinforceplusplus'],
    reinforce_baseline: ['reinforce++baseline', 'reinforceppbaseline', 'reinforceplusplusbaseline'],
    dr_grpo: ['drgrpo'],
  },
  '--ds.param_dtype': { bf16: ['bfloat16'], fp16: ['float16', 'half'] },
};

/** The choice that a value means beyond doubt: spelled with other case or separators, or called so elsewhere. */
export function choiceMeant(spec: FlagSpec, text: string): string | undefined {
  const choices = (spec.choices ?? []).map(String);
  const wanted = bare(text);
  if (wanted === '') return undefined;
  const meant = choices.filter((choice) => {
    const names = [choice, ...(ALSO[spec.name]?.[choice] ?? [])];
    return names.some((name) => bare(name) === wanted);
  });
  return meant.length === 1 ? meant[0] : undefined;
}

function bare(text: string): string {
  return text.toLowerCase().replace(/[\s_.-]/g, '');
}
