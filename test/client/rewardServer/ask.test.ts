import assert from 'node:assert/strict';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { describe, test } from 'node:test';
import { addressesIn, readAddresses } from '../../../client/src/rewardServer/addresses.ts';
import { askServer, type Sample } from '../../../client/src/rewardServer/ask.ts';
import { judgeReply, type Judgement } from '../../../client/src/rewardServer/judge.ts';
import { serverReport } from '../../../client/src/rewardServer/report.ts';

const sample: Sample = { prompt: 'What is 2 + 2?', response: ' 4', label: '4' };

async function served<T>(listener: RequestListener, use: (base: string) => Promise<T>): Promise<T> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  try {
    return await use(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  } finally {
    server.close();
    server.closeAllConnections();
  }
}

async function judged(listener: RequestListener, path = '/get_reward', limit = 5000): Promise<Judgement> {
  return served(listener, async (base) => {
    const url = new URL(base + path);
    return judgeReply(url, await askServer(url, sample, limit));
  });
}

const json =
  (value: unknown, type = 'application/json'): RequestListener =>
  (_request, response) => {
    response.setHeader('content-type', type);
    response.end(JSON.stringify(value));
  };

test('posts what OpenRLHF posts', async () => {
  await served(
    (request, response) => {
      void text(request).then((body) => {
        json({ rewards: [request.method === 'POST' ? 1.5 : 0], body })(request, response);
      });
    },
    async (base) => {
      const reply = await askServer(new URL(base), sample, 5000);
      assert.equal(reply.kind, 'answer');
      const answer = JSON.parse(reply.body) as { readonly rewards: unknown; readonly body: string };
      assert.deepEqual(answer.rewards, [1.5]);
      assert.deepEqual(JSON.parse(answer.body), {
        query: ['What is 2 + 2? 4'],
        prompts: ['What is 2 + 2?'],
        labels: ['4'],
      });
    },
  );
});

describe('answers', () => {
  const good: readonly (readonly [string, unknown])[] = [
    ['a number', { rewards: 0.5 }],
    ['a list of one', { rewards: [0.5], scores: [0.5], extra_logs: { a: [1.5] } }],
    ['null beside it', { rewards: 0.5, scores: null, extra_logs: null }],
  ];
  for (const [name, value] of good) {
    test(`good: ${name}`, async () => {
      const judgement = await judged(json(value));
      assert.equal(judgement.ok, true, judgement.text);
      assert.equal(judgement.reward, 0.5);
    });
  }
  const bad: readonly (readonly [string, RequestListener, RegExp])[] = [
    ['a list', json([1]), /a list/],
    ['no rewards', json({ score: 1 }), /no "rewards".*score/],
    ['several', json({ rewards: [1, 2] }), /one number/],
    ['text', json({ rewards: 'high' }), /one number/],
    ['a log of text', json({ rewards: 1.5, extra_logs: { why: 'good' } }), /"why" is "good"/],
    ['another type', json({ rewards: 1.5 }, 'text/plain'), /text\/plain/],
    [
      'no JSON',
      (_request, response) => {
        response.setHeader('content-type', 'application/json');
        response.end('oops');
      },
      /no JSON: oops/,
    ],
    [
      'an error',
      (_request, response) => {
        response.statusCode = 500;
        response.end('list index out of range');
      },
      /Status 500.*list index out of range/,
    ],
    [
      'elsewhere',
      (_request, response) => {
        response.writeHead(301, { location: '/other' });
        response.end();
      },
      /\/other/,
    ],
    [
      'closed',
      (request) => {
        request.socket.destroy();
      },
      /closed the connection/,
    ],
  ];
  for (const [name, listener, expected] of bad) {
    test(`bad: ${name}`, async () => {
      const judgement = await judged(listener);
      assert.equal(judgement.ok, false);
      assert.match(judgement.text, expected);
    });
  }

  test('a path that is missing', async () => {
    const judgement = await judged((_request, response) => {
      response.statusCode = 404;
      response.end();
    }, '');
    assert.match(judgement.text, /\/get_reward/);
  });

  test('no answer in time', async () => {
    const judgement = await judged(() => undefined, '/', 50);
    assert.match(judgement.text, /No answer in time/);
  });

  test('nothing listens', async () => {
    const url = await served(json({}), (base) => Promise.resolve(new URL(base)));
    const judgement = judgeReply(url, await askServer(url, sample, 5000));
    assert.match(judgement.text, /Nothing listens/);
  });

  test('cancelled', async () => {
    const stop = new AbortController();
    const judgement = await served(
      () => {
        stop.abort();
      },
      async (base) => {
        const url = new URL(base);
        return judgeReply(url, await askServer(url, sample, 5000, stop.signal));
      },
    );
    assert.equal(judgement.text, 'Cancelled.');
  });

  test('whole numbers and scores outside of the bounds are remarked', async () => {
    const { ok, text: said } = await judged(json({ rewards: 1, scores: 7.5 }));
    assert.equal(ok, true);
    assert.match(said, /whole number.*outside of 0 to 1/);
  });
});

test('addresses of a script', () => {
  const script = 'a --reward.remote_url http://a:1/x \\\n\nb --reward.remote_url="http://b:2/x,http://c:3/x" \\\n';
  assert.equal(addressesIn(script, 0), 'http://a:1/x');
  assert.equal(addressesIn(script, script.length), 'http://b:2/x,http://c:3/x');
  assert.equal(addressesIn('--reward.remote_url reward.py', 0), '');
  assert.deepEqual(readAddresses('http://a:1, reward.py'), { wrong: 'reward.py' });
  assert.deepEqual(readAddresses(''), { wrong: '' });
  assert.equal('urls' in readAddresses('http://a:1/x,https://b/y'), true);
});

test('the report warns of localhost and of several servers', () => {
  const reply = { kind: 'failure', code: 'ECONNREFUSED', milliseconds: 3 } as const;
  const asked = ['http://localhost:5000/', 'http://b/'].map((href) => ({
    url: href,
    reply,
    judgement: judgeReply(new URL(href), reply),
  }));
  const report = serverReport(asked, sample);
  assert.match(report, /✖ http:\/\/localhost:5000\//);
  assert.match(report, /another machine for each node/);
  assert.match(report, /take turns/);
  assert.match(report, /"query"/);
});
