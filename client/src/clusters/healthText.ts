import * as l10n from '@vscode/l10n';
import type { ClusterHealth } from './model.ts';

/** One sentence, without a full stop, on how a cluster is. */
export function healthText(health: ClusterHealth): string {
  switch (health.kind) {
    case 'unasked':
      return l10n.t('not asked yet');
    case 'healthy':
      return health.restarted
        ? l10n.t('Ray {0}, restarted', health.version.rayVersion)
        : l10n.t('Ray {0}', health.version.rayVersion);
    case 'failed':
      return healthWord(health);
    case 'unconfirmed':
      return l10n.t('from the workspace settings, not confirmed yet');
    case 'untrusted-workspace':
      return l10n.t('the workspace is not trusted');
  }
}

function healthWord({ error }: Extract<ClusterHealth, { kind: 'failed' }>): string {
  switch (error.kind) {
    case 'token-missing':
      return l10n.t('needs a token');
    case 'token-refused':
      return l10n.t('refuses the token');
    case 'unreachable':
    case 'timeout':
      return l10n.t('cannot be reached');
    case 'not-ray':
      return l10n.t('does not answer as Ray does');
    case 'blocked':
    case 'not-found':
    case 'duplicate-id':
    case 'too-large':
    case 'refused':
    case 'server':
    case 'bad-answer':
    case 'cancelled':
      return l10n.t('answers with an error');
  }
}
