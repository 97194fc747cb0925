import type { LaunchPlan } from '../../../server/src/lsp/protocol.ts';
import { shortModel } from '../jobs/metadata.ts';

/** `train_ppo_ray · Qwen3-4B`. */
export function nameOf({ summary }: Pick<LaunchPlan, 'summary'>): string {
  const name = summary.entryPoint ?? summary.module;
  return summary.model === null ? name : `${name} · ${shortModel(summary.model)}`;
}
