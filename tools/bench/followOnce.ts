import { readAddress } from '../../client/src/ray/address.ts';
import { RayError } from '../../client/src/ray/errors.ts';
import type { RayHttp } from '../../client/src/ray/http.ts';
import { followLog } from '../../client/src/ray/log/follow.ts';
import { createRayHttp } from '../../client/src/ray/nodeHttp.ts';

/** As through a tunnel to the dashboard: nothing else of the cluster is reached. */
function dashboardOnly(http: RayHttp): RayHttp {
  return {
    ...http,
    send: async (request) => {
      if (request.base !== undefined) throw new RayError('unreachable', `${request.base} is not reached.`);
      return http.send(request);
    },
  };
}

/** Prints the log of a job as it comes, as `ray job logs --follow` does: its counterpart. A first line says that it begins. */
async function follow(address: string, submissionId: string, way: string | undefined): Promise<void> {
  const read = readAddress(address);
  if (!read.ok) throw new Error(read.problem);
  const http = createRayHttp({ address: read.address });
  process.stdout.write('begins\n');
  const reached = way === 'tunnel' ? dashboardOnly(http) : http;
  for await (const event of followLog(reached, { submissionId, start: { kind: 'beginning' } })) {
    if (event.kind !== 'bytes') continue;
    if (!process.stdout.write(event.bytes)) await new Promise((resolve) => process.stdout.once('drain', resolve));
  }
  http.dispose();
}

const [address = '', submissionId = '', way] = process.argv.slice(2);
void follow(address, submissionId, way);
