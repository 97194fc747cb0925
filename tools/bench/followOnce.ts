import { readAddress } from '../../client/src/ray/address.ts';
import { followLog } from '../../client/src/ray/log/follow.ts';
import { createRayHttp } from '../../client/src/ray/nodeHttp.ts';

// Prints the log of a job as it comes, as `ray job logs --follow` does: its counterpart. A first line says that it begins.
const [address = '', submissionId = ''] = process.argv.slice(2);
const read = readAddress(address);
if (!read.ok) throw new Error(read.problem);
const http = createRayHttp({ address: read.address });
process.stdout.write('begins\n');
for await (const event of followLog(http, { submissionId, start: { kind: 'beginning' } })) {
  if (event.kind !== 'bytes') continue;
  if (!process.stdout.write(event.bytes)) await new Promise((resolve) => process.stdout.once('drain', resolve));
}
http.dispose();
