import * as l10n from '@vscode/l10n';
import * as z from 'zod/mini';
import { readAddress } from '../ray/address.ts';
import type { RayAddress } from '../ray/http.ts';
import type { ClusterSource } from './model.ts';

/** One item of the setting `openrlhf.clusters`. */
export interface ClusterSetting {
  readonly name?: string | undefined;
  readonly address: string;
  /** `x-ray-authorization` where a proxy uses `Authorization` for itself. */
  readonly tokenHeader?: 'authorization' | 'x-ray-authorization' | undefined;
}

/** A cluster that is known, before there is a connection to it. */
export interface ClusterEntry {
  /** The base of the address. */
  readonly id: string;
  readonly name: string;
  readonly address: RayAddress;
  readonly source: ClusterSource;
  readonly tokenHeader: 'authorization' | 'x-ray-authorization';
}

export interface ClusterEntries {
  readonly entries: readonly ClusterEntry[];
  /** Sentences on what in the settings cannot be used. */
  readonly problems: readonly string[];
}

/** Values of `openrlhf.clusters` by where they are written, as the editor gives them: anything may be in them. */
export interface ClusterLists {
  readonly local: readonly ClusterSetting[];
  readonly connected: readonly ClusterSetting[];
  readonly user: unknown;
  /** Of the workspace and of each folder. */
  readonly workspace: readonly unknown[];
}

const settingSchema = z.object({
  name: z.optional(z.string()),
  address: z.string(),
  tokenHeader: z.optional(z.enum(['authorization', 'x-ray-authorization'])),
});

/**
 * The clusters of a window: an address that is named twice counts once, with the source that a person has the most say in,
 * so that an address which the user has, too, needs no confirmation.
 */
export function clusterEntries(lists: ClusterLists): ClusterEntries {
  const problems: string[] = [];
  const byId = new Map<string, ClusterEntry>();
  const add = (value: unknown, source: ClusterSource): void => {
    for (const item of readList(value, source, problems)) if (!byId.has(item.id)) byId.set(item.id, item);
  };
  add(lists.local, 'local');
  add(lists.connected, 'connected');
  add(lists.user, 'user');
  for (const value of lists.workspace) add(value, 'workspace');
  return { entries: [...byId.values()], problems };
}

function readList(value: unknown, source: ClusterSource, problems: string[]): ClusterEntry[] {
  if (value === undefined || value === null) return [];
  if (!Array.isArray(value)) {
    problems.push(l10n.t('openrlhf.clusters has to be a list of objects with "address" and "name".'));
    return [];
  }
  return value.flatMap((item: unknown, index) => {
    const read = readItem(item, source);
    if (typeof read !== 'string') return [read];
    problems.push(l10n.t('openrlhf.clusters, item {0}: {1}', index + 1, read));
    return [];
  });
}

/** The entry, or a sentence on why there is none. */
function readItem(item: unknown, source: ClusterSource): ClusterEntry | string {
  const parsed = settingSchema.safeParse(item);
  if (!parsed.success) {
    return l10n.t('an object with a text "address" is needed, such as {0}.', '{ "address": "http://127.0.0.1:8265" }');
  }
  if (typeof item === 'object' && item !== null && 'token' in item) {
    return l10n.t('a token does not belong into settings. Take it out, and run "Set Ray Token…".');
  }
  const read = readAddress(parsed.data.address);
  if (!read.ok) return read.problem;
  const { address } = read;
  const name = parsed.data.name?.trim() ?? '';
  return {
    id: address.base,
    name: name === '' ? nameOf(address) : name,
    address,
    source,
    tokenHeader: parsed.data.tokenHeader ?? 'authorization',
  };
}

/** A name for a cluster that nobody named: what is left of the address without its scheme. */
export function nameOf(address: RayAddress): string {
  return address.base.replace(/^https?:\/\//, '');
}
