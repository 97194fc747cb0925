import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { describe, test } from 'node:test';
import * as z from 'zod/mini';
import { deleteJob } from '../../client/src/ray/jobs.ts';
import { byLevel } from '../support/level.ts';
import { connectTo, ended, logOf, python, submitted } from './support/onHead.ts';
import { raysOfLevel } from './support/rays.ts';
import { sharedHead } from './support/sharedHead.ts';

const shape = z.object({
  bytes: z.number(),
  sha256: z.string(),
  reason: z.string(),
  early: z.number(),
  grown: z.number(),
});

/** Prints so many megabytes, in pieces that a trainer might print. */
const printing = (megabytes: number): string => `
import sys
for part in range(${megabytes} * 10):
    sys.stdout.write(''.join('part %d line %d loss 0.123456789 reward 0.987654321 and more words\\n' % (part, i) for i in range(1500))[:100000])`;

describe('memory while a large log is followed', () => {
  for (const version of raysOfLevel()) {
    test(`it does not grow with the log, Ray ${version}`, { timeout: 600_000 }, async () => {
      const megabytes = byLevel({ fast: 30, default: 30, full: 300 });
      const { address } = await sharedHead(version);
      const http = connectTo(address);
      const id = await submitted(http, python(printing(megabytes)));
      const program = path.join(import.meta.dirname, 'support', 'followOnce.ts');
      const child = spawn(process.execPath, ['--import', import.meta.resolve('tsx'), program, address, id], {
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      const followed = shape.parse(JSON.parse(await text(child.stdout)));
      assert.equal((await ended(http, id)).status, 'succeeded');
      // Another job on the same node says what the file is.
      const sum = await submitted(
        http,
        `cd "$(dirname "$(readlink /proc/$$/fd/1)")" && sha256sum job-driver-${id}.log && wc -c < job-driver-${id}.log`,
      );
      await ended(http, sum);
      const [, sha256, bytes] = /^([0-9a-f]{64}) .*\n(\d+)$/m.exec(await logOf(http, sum)) ?? [];
      assert.deepEqual([followed.sha256, String(followed.bytes), followed.reason], [sha256, bytes, 'finished']);
      assert.ok(followed.bytes > megabytes * 1_000_000);
      console.log(
        `Ray ${version}: ${followed.bytes} bytes followed, ${followed.early.toFixed(0)} MiB after the first 10 MB, ${followed.grown.toFixed(0)} MiB more to the end`,
      );
      assert.ok(followed.grown < 100, `${followed.grown} MiB more`);
      await Promise.all([deleteJob(http, id), deleteJob(http, sum)]);
      http.dispose();
    });
  }
});
