import * as l10n from '@vscode/l10n';
import { RayError } from '../ray/errors.ts';
import type { RayHttp } from '../ray/http.ts';
import type { Cluster, Clusters } from './model.ts';

/**
 * Requests over the connection that the cluster has at the time: what goes on for hours, such as following a log, has to
 * outlive a change of the settings, and ends when the cluster is forgotten or may no longer be asked.
 */
export function liveHttp(clusters: Pick<Clusters, 'byId' | 'usable'>, { id, name, http }: Cluster): RayHttp {
  // One with headers of a script's own is not among the connections.
  if (clusters.byId(id)?.http !== http) return http;
  return {
    address: http.address,
    send: async (request) => {
      const now = clusters.byId(id);
      if (now && clusters.usable(now)) return now.http.send(request);
      throw new RayError('unreachable', l10n.t('{0} is no longer one of the clusters of this window.', name));
    },
    dispose: () => undefined,
  };
}
