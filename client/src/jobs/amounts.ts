import * as l10n from '@vscode/l10n';
import type { Resources } from '../ray/state.ts';

/** `16 GPUs`, `1 GPU`, `0.5 GPUs`. */
export function gpuText(count: number): string {
  return count === 1 ? l10n.t('1 GPU') : l10n.t('{0} GPUs', numberText(count));
}

/** `16 CPUs`, `1 CPU`. */
export function cpuText(count: number): string {
  return count === 1 ? l10n.t('1 CPU') : l10n.t('{0} CPUs', numberText(count));
}

/** At most two digits behind the point: shares of a GPU are as fine as that. */
export function numberText(value: number): string {
  return String(Math.round(value * 100) / 100);
}

/** `8 GPUs, 8 CPUs, 1 special`: GPUs first, memory in GiB; without what Ray adds for its own sake. */
export function resourcesText(resources: Resources): string {
  const names = Object.keys(resources).filter((name) => (resources[name] ?? 0) > 0 && !isInternal(name));
  return names
    .sort((one, other) => rank(one) - rank(other) || (one < other ? -1 : 1))
    .map((name) => amountText(name, resources[name] ?? 0))
    .join(', ');
}

/** `12 GiB`, `512 MiB`. @param bytes */
export function bytesText(bytes: number): string {
  const gib = bytes / 2 ** 30;
  if (gib >= 10) return l10n.t('{0} GiB', Math.round(gib));
  return gib >= 1 ? l10n.t('{0} GiB', gib.toFixed(1)) : l10n.t('{0} MiB', Math.round(bytes / 2 ** 20));
}

function amountText(name: string, amount: number): string {
  switch (name) {
    case 'GPU':
      return gpuText(amount);
    case 'CPU':
      return cpuText(amount);
    case 'memory':
      return l10n.t('{0} memory', bytesText(amount));
    case 'object_store_memory':
      return l10n.t('{0} object store', bytesText(amount));
    default:
      return `${numberText(amount)} ${name}`;
  }
}

function rank(name: string): number {
  return name === 'GPU' ? 0 : name === 'CPU' ? 1 : 2;
}

/** Nodes carry a resource of their own name, and bundles ones of their group. */
function isInternal(name: string): boolean {
  return name.startsWith('node:') || name.includes('_group_') || name.startsWith('bundle_group');
}
