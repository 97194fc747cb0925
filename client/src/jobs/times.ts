import * as l10n from '@vscode/l10n';

/** `now`, `5 min ago`, `3 h ago`, `2 d ago`: how long ago something was, in one unit. @param ms milliseconds */
export function ageText(ms: number): string {
  if (ms < 60_000) return l10n.t('now');
  const minutes = Math.floor(ms / 60_000);
  if (minutes < 60) return l10n.t('{0} min ago', minutes);
  const hours = Math.floor(minutes / 60);
  return hours < 48 ? l10n.t('{0} h ago', hours) : l10n.t('{0} d ago', Math.floor(hours / 24));
}

/** `8s`, `2m 05s`, `3h 07m`, `2d 4h`: how long something took. @param ms milliseconds; below 0 counts as 0 */
export function durationText(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1000));
  const minutes = Math.floor(seconds / 60);
  const hours = Math.floor(minutes / 60);
  if (minutes === 0) return l10n.t('{0}s', seconds);
  if (hours === 0) return l10n.t('{0}m {1}s', minutes, twoDigits(seconds % 60));
  if (hours < 48) return l10n.t('{0}h {1}m', hours, twoDigits(minutes % 60));
  return l10n.t('{0}d {1}h', Math.floor(hours / 24), hours % 24);
}

function twoDigits(value: number): string {
  return String(value).padStart(2, '0');
}
