import * as z from 'zod/mini';
import type { Severity, SeverityOverrides } from './rules/model.ts';

/** What a person can set for a rule. */
const SEVERITIES = ['error', 'warning', 'info', 'hint', 'off'] as const satisfies readonly (Severity | 'off')[];

/** The `openrlhf.*` settings of one folder that the server reads. The manifest is tested against this schema. */
export const settingsSchema = z.object({
  release: z.catch(z._default(z.string(), ''), ''),
  rules: z.catch(z._default(z.record(z.string(), z.enum(SEVERITIES)), {}), {}),
  codeLens: z.catch(z._default(z.boolean(), true), true),
  inlayHints: z.catch(z._default(z.boolean(), false), false),
});

export interface FolderSettings {
  /** A release, such as `0.11.2`; empty where nothing is stated. */
  readonly release: string;
  readonly rules: SeverityOverrides;
  /** Whether launches, and what they use in Python files, have code lenses, where the client can run them. */
  readonly codeLens: boolean;
  /** Whether values that stand behind variables are shown where they are used. */
  readonly inlayHints: boolean;
}

export const DEFAULT_SETTINGS: FolderSettings = { release: '', rules: {}, codeLens: true, inlayHints: false };

/** A setting that has a value which it cannot have. */
export interface SettingProblem {
  /** Where it is, below `openrlhf`: `['rules', 'unknown-flag']`. */
  readonly path: readonly string[];
  readonly value: unknown;
  /** In words: `error, warning, info, hint or off`. */
  readonly expected: string;
}

/**
 * Settings as an editor sent them, or as a file has them. A value of a wrong type counts as not given; the others count.
 * @param tell gets what does not count
 */
export function readSettings(value: unknown, tell: (problem: SettingProblem) => void = ignore): FolderSettings {
  if (value === null || value === undefined) return DEFAULT_SETTINGS;
  if (!isRecord(value)) {
    tell({ path: [], value, expected: 'an object' });
    return DEFAULT_SETTINGS;
  }
  const { release, rules } = value;
  const switches = { codeLens: value['codeLens'], inlayHints: value['inlayHints'] };
  if (release !== undefined && typeof release !== 'string')
    tell({ path: ['release'], value: release, expected: 'text' });
  for (const [name, given] of Object.entries(switches))
    if (given !== undefined && typeof given !== 'boolean')
      tell({ path: [name], value: given, expected: 'true or false' });
  const kept = rulesOf(rules, tell);
  return settingsSchema.safeParse({ ...switches, release, rules: kept }).data ?? DEFAULT_SETTINGS;
}

function rulesOf(rules: unknown, tell: (problem: SettingProblem) => void): SeverityOverrides {
  if (rules === undefined) return {};
  if (!isRecord(rules)) {
    tell({ path: ['rules'], value: rules, expected: 'an object with the codes of rules' });
    return {};
  }
  const kept: Record<string, Severity | 'off'> = {};
  for (const [code, severity] of Object.entries(rules)) {
    const known = SEVERITIES.find((one) => one === severity);
    if (known === undefined)
      tell({ path: ['rules', code], value: severity, expected: 'error, warning, info, hint or off' });
    else kept[code] = known;
  }
  return kept;
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function ignore(): void {
  // Nobody wants to know.
}

/** A problem in one sentence, without the place. */
export function settingProblem({ path, value, expected }: SettingProblem): string {
  return `openrlhf${path.map((step) => `.${step}`).join('')} is ${JSON.stringify(value)}; expected ${expected}`;
}
