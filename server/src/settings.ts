import * as z from 'zod/mini';
import type { SeverityOverrides } from './rules/model.ts';

/** The `openrlhf.*` settings of one folder that the server reads. The manifest is tested against this schema. */
export const settingsSchema = z.object({
  release: z.catch(z._default(z.string(), ''), ''),
  rules: z.catch(z._default(z.record(z.string(), z.enum(['error', 'warning', 'info', 'hint', 'off'])), {}), {}),
  codeLens: z.catch(z._default(z.boolean(), true), true),
});

export interface FolderSettings {
  /** A release, such as `0.11.2`; empty where nothing is stated. */
  readonly release: string;
  readonly rules: SeverityOverrides;
  /** Whether launches, and what they use in Python files, have code lenses, where the client can run them. */
  readonly codeLens: boolean;
}

export const DEFAULT_SETTINGS: FolderSettings = { release: '', rules: {}, codeLens: true };

/** Settings as an editor sent them; a value of a wrong type counts as not given. */
export function readSettings(value: unknown): FolderSettings {
  return settingsSchema.safeParse(value ?? {}).data ?? DEFAULT_SETTINGS;
}
