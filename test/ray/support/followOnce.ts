import { createHash } from 'node:crypto';
import { followLog } from '../../../client/src/ray/log/follow.ts';
import { clientFor } from './client.ts';

// Follows one log in a process of its own and prints what it was and how much memory that took:
// node --import tsx followOnce.ts ADDRESS SUBMISSION_ID

/** Bytes after which the process has all that following needs. */
const warm = 10_000_000;

const [address = '', submissionId = ''] = process.argv.slice(2);
const http = clientFor(address);
const hash = createHash('sha256');
let bytes = 0;
let early = 0;
let reason = '';
for await (const event of followLog(http, { submissionId, start: { kind: 'beginning' } })) {
  if (event.kind === 'end') ({ reason } = event);
  if (event.kind !== 'bytes') continue;
  hash.update(event.bytes);
  bytes += event.bytes.length;
  // In KiB, as the system counts the most that there ever was.
  if (early === 0 && bytes >= warm) early = process.resourceUsage().maxRSS;
}
http.dispose();
const grown = (process.resourceUsage().maxRSS - early) / 1024;
console.log(JSON.stringify({ bytes, sha256: hash.digest('hex'), reason, early: early / 1024, grown }));
