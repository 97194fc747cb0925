import assert from 'node:assert/strict';
import { createServer as createHttp2 } from 'node:http2';
import { createServer } from 'node:http';
import type { IncomingHttpHeaders, RequestListener } from 'node:http';
import { createServer as createTcp } from 'node:net';
import type { Server, Socket } from 'node:net';
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { after, describe, test } from 'node:test';
import { answered, readBytes, readText } from '../../../client/src/ray/answer.ts';
import type { RayErrorKind } from '../../../client/src/ray/errors.ts';
import type { RayHttpOptions } from '../../../client/src/ray/http.ts';
import { rayVersion } from '../../../client/src/ray/jobs.ts';
import { clientFor, failure, fails } from '../../ray/support/client.ts';

/** What must never come, whatever the other side does. */
const unhandled: unknown[] = [];
process.on('uncaughtException', (error) => unhandled.push(error));
process.on('unhandledRejection', (error) => unhandled.push(error));
after(() => assert.deepEqual(unhandled, []));

const get = { method: 'GET', path: '/x', timeout: 20_000 } as const;

async function listening(server: Server): Promise<string> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  after(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const bound = server.address();
  return `http://127.0.0.1:${bound !== null && typeof bound === 'object' ? bound.port : 0}`;
}

const serving = async (listener: RequestListener): Promise<string> => listening(createServer(listener));
const onConnection = async (listener: (socket: Socket) => void): Promise<string> => listening(createTcp(listener));

describe('whom the token goes to', () => {
  const seen: IncomingHttpHeaders[] = [];
  const listener: RequestListener = (incoming, outgoing) => {
    seen.push(incoming.headers);
    outgoing.end('{}');
  };
  const headersOf = async (options: Omit<RayHttpOptions, 'address'>, base?: (other: string) => string) => {
    const [main, other] = [await serving(listener), await serving(listener)];
    const http = clientFor(main, options);
    await readBytes(await http.send({ ...get, ...(base === undefined ? {} : { base: base(other) }) }));
    http.dispose();
    return seen.at(-1) ?? {};
  };
  const token = async (): Promise<string> => Promise.resolve('secret\n');

  test('the address, with a plain user agent', async () => {
    const headers = await headersOf({ token });
    assert.equal(headers.authorization, 'Bearer secret');
    assert.match(headers['user-agent'] ?? '', /^openrlhf-tools\/[\w.-]+$/);
    assert.deepEqual(
      Object.keys(headers).filter((name) => /sec-|origin|referer|accept|cookie/.test(name)),
      [],
    );
  });

  test('in the other header', async () => {
    const headers = await headersOf({
      token,
      tokenHeader: 'x-ray-authorization',
      headers: { Authorization: 'Basic a' },
    });
    assert.deepEqual([headers.authorization, headers['x-ray-authorization']], ['Basic a', 'Bearer secret']);
  });

  test('not where a person gives the header', async () => {
    assert.equal((await headersOf({ token, headers: { Authorization: 'Basic a' } })).authorization, 'Basic a');
  });

  test('another port of the host, but no other host', async () => {
    assert.equal((await headersOf({ token }, (other) => other)).authorization, 'Bearer secret');
    const options = { token, headers: { cookie: 'a=b' } };
    const headers = await headersOf(options, (other) => other);
    assert.equal(headers.cookie, 'a=b');
    const elsewhere = await headersOf(options, (other) => other.replace('127.0.0.1', 'localhost'));
    assert.deepEqual([elsewhere.authorization, elsewhere.cookie], [undefined, undefined]);
  });

  test('none, an empty one, one that cannot be read, one that no header can carry', async () => {
    assert.equal((await headersOf({})).authorization, undefined);
    assert.equal((await headersOf({ token: async () => Promise.resolve(' ') })).authorization, undefined);
    const broken = clientFor(await serving(listener), { token: async () => Promise.reject(new Error('no keyring')) });
    await fails(broken.send(get), 'token-missing', /could not be read: no keyring/);
    const odd = clientFor(await serving(listener), { token: async () => Promise.resolve('sécret\u0001') });
    const error = await fails(odd.send(get), 'refused', /a character that HTTP does not allow/);
    assert.ok(!`${error.message}${error.detail}${String(error.cause)}`.includes('cret\u0001'));
  });

  test('asked anew for each request', async () => {
    let count = 0;
    const http = clientFor(await serving(listener), { token: async () => Promise.resolve(`t${++count}`) });
    for (let i = 1; i <= 3; i++) {
      await readBytes(await http.send(get));
      assert.equal(seen.at(-1)?.authorization, `Bearer t${i}`);
    }
    http.dispose();
  });
});

describe('answers that send elsewhere', () => {
  for (const status of [301, 302, 303, 307, 308]) {
    test(String(status), async () => {
      const followed: string[] = [];
      const other = await serving((incoming, outgoing) => {
        followed.push(incoming.url ?? '');
        outgoing.end();
      });
      const address = await serving((_, outgoing) => {
        outgoing.writeHead(status, { location: `${other}/login?state=secret` }).end();
      });
      const http = clientFor(address, { token: async () => Promise.resolve('t') });
      const error = await fails(
        http.send(get),
        'not-ray',
        new RegExp(`sends requests on to ${other}/login \\(${status}\\)`),
        status,
      );
      assert.doesNotMatch(error.message, /secret/);
      assert.deepEqual(followed, []);
      http.dispose();
    });
  }
  test('nowhere', async () => {
    const http = clientFor(await serving((_, outgoing) => outgoing.writeHead(302).end()));
    await fails(http.send(get), 'not-ray', /sends requests on to http:/, 302);
  });
});

describe('connections that fail', { concurrency: true }, () => {
  const cases: readonly (readonly [
    what: string,
    address: () => Promise<string>,
    kind: RayErrorKind,
    message: RegExp,
  ])[] = [
    [
      'nobody listens',
      async () => Promise.resolve('http://127.0.0.1:1'),
      'unreachable',
      /^Nothing listens at http:\/\/127\.0\.0\.1:1: .*tunnel/,
    ],
    [
      'no such name',
      async () => Promise.resolve('http://ray.invalid'),
      'unreachable',
      /^No host is known by the name ray\.invalid\./,
    ],
    [
      'cut at once',
      async () => onConnection((socket) => socket.destroy()),
      'unreachable',
      /was cut.*jobs on the cluster go on/,
    ],
    [
      'cut with a reset',
      async () => onConnection((socket) => socket.once('data', () => socket.resetAndDestroy())),
      'unreachable',
      /was cut/,
    ],
    ['ended', async () => onConnection((socket) => socket.end()), 'unreachable', /was cut/],
    [
      'not HTTP',
      async () => onConnection((socket) => socket.end('SSH-2.0-OpenSSH_9\r\n')),
      'not-ray',
      /does not speak HTTP.*8265/,
    ],
    ['gRPC', async () => listening(createHttp2()), 'not-ray', /speaks gRPC, not HTTP.*8265/],
    [
      'cut within the head',
      async () => onConnection((socket) => socket.end('HTTP/1.1 200 OK\r\nContent-')),
      'unreachable',
      /was cut/,
    ],
    [
      'bad length',
      async () => onConnection((socket) => socket.end('HTTP/1.1 200 OK\r\nContent-Length: x\r\n\r\n')),
      'not-ray',
      /does not speak HTTP/,
    ],
    [
      'a page of something else',
      async () => serving((_, outgoing) => outgoing.writeHead(200, { 'content-type': 'text/html' }).end('<html>')),
      'not-ray',
      /with a web page, not as Ray’s dashboard does/,
    ],
    [
      'other JSON',
      async () => serving((_, outgoing) => outgoing.end('{"a":1}')),
      'not-ray',
      /answers, but is not Ray’s dashboard/,
    ],
    [
      'a body that is cut',
      async () =>
        serving((_, outgoing) => {
          outgoing.writeHead(200, { 'content-length': '100' });
          outgoing.write('{"ray', () => outgoing.destroy());
        }),
      'unreachable',
      /was cut/,
    ],
  ];
  for (const [what, address, kind, message] of cases) {
    test(what, async () => {
      const http = clientFor(await address());
      await fails(rayVersion(http), kind, message);
      http.dispose();
    });
  }

  test('silence before an answer, and within one', async () => {
    for (const first of ['', 'HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\nabc']) {
      const http = clientFor(await onConnection((socket) => socket.write(first)));
      const call = http.send({ ...get, timeout: 1_000 }).then(async (response) => readText(response));
      await fails(call, 'timeout', /did not answer within 1 s/);
      http.dispose();
    }
  });

  test('a reader that pauses is no silence', async () => {
    const size = 8 * 1024 * 1024;
    const http = clientFor(await serving((_, outgoing) => outgoing.end(Buffer.alloc(size))));
    const response = await http.send({ ...get, timeout: 1_000 });
    let read = 0;
    for await (const chunk of response.body) {
      if (read === 0) await sleep(2_500);
      if (chunk instanceof Buffer) read += chunk.length;
    }
    assert.equal(read, size);
    http.dispose();
  });

  test('a paused reader makes the server pause', async () => {
    let written = 0;
    const http = clientFor(
      await serving((_, outgoing) => {
        const more = (): void => {
          while (!outgoing.destroyed && outgoing.write(Buffer.alloc(65_536))) written += 65_536;
        };
        outgoing.on('drain', more);
        more();
      }),
    );
    const response = await http.send(get);
    await sleep(1_000);
    assert.ok(written < 64 * 1024 * 1024, String(written));
    response.body.destroy();
    http.dispose();
  });
});

describe('giving up', () => {
  test('before, while waiting, while reading, and by dispose', async () => {
    const address = await serving((incoming, outgoing) => {
      if (incoming.url === '/x') return;
      outgoing.write('a');
    });
    const http = clientFor(address);
    await fails(http.send({ ...get, signal: AbortSignal.abort() }), 'cancelled', /^Cancelled/);
    await fails(http.send({ ...get, signal: AbortSignal.timeout(200) }), 'cancelled', /^Cancelled/);
    const response = await http.send({ ...get, path: '/y', signal: AbortSignal.timeout(300) });
    await fails(readText(response), 'cancelled', /^Cancelled/);
    const left = failure(http.send(get));
    await sleep(200);
    http.dispose();
    assert.equal((await left).kind, 'cancelled');
  });

  test('signals are not held on to', async () => {
    const http = clientFor(await serving((_, outgoing) => outgoing.end('a')));
    const { signal } = new AbortController();
    const warnings: Error[] = [];
    process.on('warning', (warning) => warnings.push(warning));
    for (let i = 0; i < 50; i++) await readText(await http.send({ ...get, signal }));
    await sleep(50);
    assert.deepEqual(warnings, []);
    http.dispose();
  });
});

describe('connections that are kept', () => {
  test('one for many reads, each write its own', async () => {
    const ports = new Set<number>();
    const http = clientFor(
      await serving((incoming, outgoing) => {
        ports.add(incoming.socket.remotePort ?? 0);
        incoming.resume().on('end', () => outgoing.end('a'));
      }),
    );
    for (let i = 0; i < 5; i++) await readText(await http.send(get));
    assert.equal(ports.size, 1);
    for (let i = 0; i < 2; i++) await readText(await http.send({ ...get, method: 'POST', json: { a: 'ü' } }));
    assert.equal(ports.size, 3);
    http.dispose();
  });

  test('one that the server closes meanwhile is no failure', async () => {
    let connections = 0;
    const http = clientFor(
      await onConnection((socket) => {
        connections++;
        let requests = 0;
        // The second request on a connection meets its end.
        socket.on('data', () => {
          if (++requests === 1) socket.write('HTTP/1.1 200 OK\r\nconnection: keep-alive\r\ncontent-length: 1\r\n\r\na');
          else socket.resetAndDestroy();
        });
      }),
    );
    for (let i = 0; i < 4; i++) assert.equal(await readText(await http.send(get)), 'a');
    assert.equal(connections, 4);
    http.dispose();
  });
});

describe('uploads', () => {
  const total = 20 * 1024 * 1024;
  const pieces = (size: number, fail?: Error): Readable =>
    Readable.from(
      (function* () {
        for (let left = size; left > 0; left -= 65_536) yield Buffer.alloc(Math.min(left, 65_536), 1);
        if (fail !== undefined) throw fail;
      })(),
    );

  test('progress, and no faster than the server takes it', async () => {
    let received = 0;
    const http = clientFor(
      await serving((incoming, outgoing) => {
        setTimeout(() => {
          incoming.on('data', (bytes: Buffer) => (received += bytes.length)).on('end', () => outgoing.end('done'));
        }, 800);
      }),
    );
    const steps: number[] = [];
    const body = { open: () => pieces(total), length: total, onSent: (bytes: number) => steps.push(bytes) };
    const call = http.send({ method: 'PUT', path: '/x', body, timeout: 20_000 });
    await sleep(500);
    assert.ok((steps.at(-1) ?? 0) < total, 'the server has not read yet');
    assert.equal(await readText(await call), 'done');
    assert.equal(received, total);
    assert.equal(steps.at(-1), total);
    assert.deepEqual(
      steps,
      steps.toSorted((a, b) => a - b),
    );
    http.dispose();
  });

  test('an answer that comes before the end', async () => {
    const http = clientFor(
      await serving((incoming, outgoing) => {
        incoming.once('data', () => {
          outgoing
            .writeHead(413, { connection: 'close', 'content-type': 'text/html' })
            .end('<html><title>413</title></html>');
        });
      }),
    );
    const body = { open: () => pieces(total), length: total };
    await fails(
      answered(http, { method: 'PUT', path: '/x', body, timeout: 20_000 }),
      'too-large',
      /client_max_body_size/,
      413,
    );
    http.dispose();
  });

  test('a source that fails, is too short, is too long; a server that goes', async () => {
    const http = clientFor(await serving((incoming, outgoing) => incoming.resume().on('end', () => outgoing.end())));
    const put = (open: () => Readable): Promise<unknown> =>
      http.send({ method: 'PUT', path: '/x', body: { open, length: 200_000 }, timeout: 20_000 });
    await fails(
      put(() => pieces(200_000, new Error('disk'))),
      'refused',
      /could not be read: disk|changed its length/,
    );
    await fails(
      put(() => pieces(100_000, new Error('disk'))),
      'refused',
      /could not be read: disk/,
    );
    await fails(
      put(() => pieces(100_000)),
      'refused',
      /changed its length/,
    );
    await fails(
      put(() => pieces(300_000)),
      'refused',
      /changed its length/,
    );
    http.dispose();
    const gone = clientFor(await onConnection((socket) => socket.once('data', () => socket.resetAndDestroy())));
    const body = { open: () => pieces(total), length: total };
    await fails(gone.send({ method: 'PUT', path: '/x', body, timeout: 20_000 }), 'unreachable', /was cut/);
    gone.dispose();
  });
});

test('the query, with repeated names, and a path that is left as it is', async () => {
  const http = clientFor(await serving((incoming, outgoing) => outgoing.end(incoming.url)));
  const query = [
    ['a', '='],
    ['a', 'ü&'],
    ['n', 1],
  ] as const;
  assert.equal(
    await readText(await http.send({ ...get, path: '/a/..%2Fb/../c', query })),
    '/a/..%2Fb/../c?a=%3D&a=%C3%BC%26&n=1',
  );
  await fails(http.send({ ...get, path: '/a b' }), 'refused', /cannot be sent/);
  http.dispose();
});

test('an answer over a limit is not read', async () => {
  const http = clientFor(await serving((_, outgoing) => outgoing.end(Buffer.alloc(100_000))));
  await fails(
    http.send(get).then(async (response) => readText(response, 1000)),
    'bad-answer',
    /larger than 1000 bytes/,
  );
  http.dispose();
});
