import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { get } from 'node:http';
import { text } from 'node:stream/consumers';
import { pathToFileURL } from 'node:url';
import path from 'node:path';
import { test } from 'node:test';
import { Folder } from '../support/folder.ts';

const support = pathToFileURL(path.join(import.meta.dirname, 'support')).href;

/** A test file of its own, so that what happens behind its end can be seen. */
const file = `
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { rayVersion } from '${support}/../../../client/src/ray/jobs.ts';
import { clientFor } from '${support}/client.ts';
import { sharedHead } from '${support}/sharedHead.ts';

const look = async ({ address }) => {
  const http = clientFor(address);
  console.log('head', address, (await rayVersion(http)).rayVersion);
  http.dispose();
};
describe('in a hook', () => {
  let head;
  before(async () => { head = await sharedHead(); });
  test('it lives', () => look(head));
});
test('in a test', async () => look(await sharedHead()));
`;

test('a head that a hook or a test has asked for lives to the end of the file, and no longer', async () => {
  using folder = new Folder({ 'x.test.ts': file, 'package.json': '{"type":"module"}' });
  const env: NodeJS.ProcessEnv = { ...process.env, RAY_TEST_ADDRESS: '' };
  // Else the file reports to the run that this one belongs to.
  delete env['NODE_TEST_CONTEXT'];
  const child = spawn(process.execPath, ['--import', import.meta.resolve('tsx'), folder.at('x.test.ts')], {
    cwd: folder.path,
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const printed = await text(child.stdout);
  assert.match(printed, /pass 2\b/, printed);
  const [first, second, ...more] = [...printed.matchAll(/head (\S+) \d/g)].map(([, address = '']) => address);
  assert.ok(first !== undefined && first === second && more.length === 0, printed);
  await assert.rejects(connectionTo(first), /ECONNREFUSED/);
});

async function connectionTo(address: string): Promise<void> {
  await new Promise((resolve, reject) => {
    get(address, resolve).once('error', reject);
  });
}
