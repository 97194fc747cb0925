import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { after, describe, test } from 'node:test';
import { getJob } from '../../client/src/ray/jobs.ts';
import { freePorts, startHead } from '../../tools/ray/head.ts';
import type { Head } from '../../tools/ray/head.ts';
import { connect, inTime, logPath, processesOf, submit, until, Watched } from './support/logs.ts';
import { raysOfLevel } from './support/rays.ts';

const chatty = 'i=0; while true; do i=$((i+1)); echo "line $i"; sleep 0.1; done';

for (const version of raysOfLevel()) {
  describe(`a head that breaks while a log is followed, Ray ${version}`, () => {
    let head: Head | undefined;
    let dashboard: ChildProcess | undefined;
    after(async () => {
      dashboard?.kill('SIGKILL');
      await head?.stop();
    });

    test('its dashboard is killed and comes back, its node dies, it is started anew with a token', async () => {
      const [port = 0] = await freePorts(1);
      const first = await startHead({ version, port });
      head = first;
      let token: string | undefined;
      const http = connect(first.address, () => Promise.resolve(token));
      const id = await submit(http, chatty);
      const watched = new Watched(http, { submissionId: id, start: { kind: 'beginning' } });
      await until('output', () => watched.bytes > 300);

      // The first process of the head would end all when it saw that one is missing.
      process.kill(first.pid, 'SIGSTOP');
      const [old] = await processesOf(first, /dashboard\/dashboard\.py/);
      assert.ok(old);
      const [program = '', ...words] = (await readFile(`/proc/${old.pid}/cmdline`, 'utf8')).split('\0').slice(0, -1);
      const environment = (await readFile(`/proc/${old.pid}/environ`, 'utf8'))
        .split('\0')
        .map((line) => line.split(/=(.*)/s));
      process.kill(old.pid, 'SIGKILL');
      await until('the trouble', () => watched.events.some((event) => event.kind === 'trouble'));
      assert.ok(!watched.kinds().includes('end'));
      dashboard = spawn(program, words, {
        env: Object.fromEntries(environment.map(([name = '', value = '']) => [name, value])),
        stdio: 'ignore',
      });
      watched.follower.retryNow();
      await until('the recovery', () => watched.events.some((event) => event.kind === 'recovered'));
      const known = watched.bytes;
      await until('more output', () => watched.bytes > known);

      for (const { pid } of await processesOf(first, /raylet\/raylet /)) process.kill(pid, 'SIGKILL');
      const notice = await until('the notice', () => watched.events.find((event) => event.kind === 'notice'));
      assert.equal(notice.notice, 'node-dead');
      assert.equal((await getJob(http, id)).status, 'running', 'what Ray says for ever');
      assert.ok(!watched.kinds().includes('end'));
      const onDisk = await readFile(logPath(first, id), 'latin1');
      assert.ok(
        onDisk.startsWith(watched.text) && watched.text.length > known,
        'what was delivered is the file so far',
      );

      dashboard.kill('SIGKILL');
      process.kill(first.pid, 'SIGCONT');
      await first.stop();
      head = await startHead({ version, port, env: { RAY_AUTH_MODE: 'token', RAY_AUTH_TOKEN: 'secret-of-the-test' } });
      const hasTokens = !version.startsWith('2.48');
      if (hasTokens) {
        const refused = await until('the refusal', () =>
          watched.events.find((event) => event.kind === 'trouble' && event.error.kind === 'token-missing'),
        );
        assert.ok(refused.kind === 'trouble' && refused.retryInMs === null, 'it waits for a token');
        token = 'secret-of-the-test';
      }
      watched.follower.retryNow();
      await inTime('following', watched.done);
      assert.equal(watched.end?.reason, 'cluster-restarted');

      const next = await submit(http, 'echo hello');
      const again = new Watched(http, { submissionId: next, start: { kind: 'beginning' } });
      await inTime('following on the new head', again.done);
      assert.match(again.text, /hello\n/);
      if (hasTokens) {
        token = 'another';
        const stranger = new Watched(http, { submissionId: next, start: { kind: 'beginning' } });
        const refused = await until('the refusal', () => stranger.events.find((event) => event.kind === 'trouble'));
        assert.equal(refused.error.kind, 'token-refused');
        token = 'secret-of-the-test';
        stranger.follower.retryNow();
        await inTime('following with the token', stranger.done);
        assert.deepEqual(stranger.text, again.text);
      }
      console.log(`Ray ${version}, ${watched.bytes} bytes before the restart: ${watched.kinds().join(' ')}`);
      http.dispose();
    });
  });
}
