import * as l10n from '@vscode/l10n';
import type { Job } from '../ray/model.ts';

/** Why a job cannot be submitted once more as it was; `undefined` where it can. */
export function whyNoRerun({ submissionId, entrypoint, runtimeEnv }: Job): string | undefined {
  if (submissionId === null) return l10n.t('it was not submitted, so its command is not known.');
  if (entrypoint === '') return l10n.t('its command is not known.');
  // Ray 2.60 puts this in the place of values (`RAY_DASHBOARD_REDACT_RUNTIME_ENV`).
  return hasRedacted(runtimeEnv)
    ? l10n.t('Ray does not tell the values of its environment variables. Launch it from its script.')
    : undefined;
}

function hasRedacted(value: unknown): boolean {
  if (typeof value === 'string') return value === '<redacted>';
  return typeof value === 'object' && value !== null && Object.values(value).some(hasRedacted);
}

/** Names of the packages that it needs from the store of the cluster. */
export function packagesOf({ runtimeEnv }: Pick<Job, 'runtimeEnv'>): readonly string[] {
  const modules = runtimeEnv['py_modules'];
  return [runtimeEnv['working_dir'], ...(Array.isArray(modules) ? (modules as readonly unknown[]) : [])].flatMap(
    (uri) => (typeof uri === 'string' && uri.startsWith('gcs://') ? [uri.slice('gcs://'.length)] : []),
  );
}
