import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { Confirmations } from '../../../client/src/clusters/confirmations.ts';
import { networkOptions } from '../../../client/src/clusters/network.ts';
import { Tokens, tokenProblem } from '../../../client/src/clusters/tokens.ts';
import { MemoryStore, clusterLike } from '../support/jobs.ts';

describe('confirmations', () => {
  test('only an address of the workspace needs one, once per origin', async () => {
    const store = new MemoryStore();
    const confirmations = new Confirmations(store);
    const cluster = clusterLike('http://a:8265', 'workspace');
    for (const source of ['user', 'connected', 'local'] as const) {
      assert.ok(confirmations.confirmed(clusterLike('http://a:8265', source)));
    }
    assert.ok(!confirmations.confirmed(cluster));
    await confirmations.confirm('http://a:8265');
    assert.ok(confirmations.confirmed(cluster));
    assert.ok(new Confirmations(store).confirmed(cluster), 'another window knows it');
  });

  test('another port, scheme or host is another origin', async () => {
    const confirmations = new Confirmations(new MemoryStore());
    await confirmations.confirm('http://a:8265');
    for (const other of ['http://a:8266', 'https://a:8265', 'http://b:8265']) {
      assert.ok(!confirmations.confirmed(clusterLike(other, 'workspace')), other);
    }
  });

  test('one is taken back; what cannot be read in the store counts as none', async () => {
    const store = new MemoryStore();
    const confirmations = new Confirmations(store);
    const cluster = clusterLike('http://a:8265', 'workspace');
    await confirmations.confirm('http://a:8265');
    await confirmations.withdraw('http://a:8265');
    assert.ok(!confirmations.confirmed(cluster));
    for (const broken of ['http://a:8265', { 0: 'http://a:8265' }, [1, null]]) {
      await store.update([...store.values.keys()][0] ?? '', broken);
      assert.ok(!confirmations.confirmed(cluster));
    }
  });
});

/** What `vscode.SecretStorage` does, in memory. */
class MemorySecrets {
  readonly values = new Map<string, string>();
  get = (key: string): Promise<string | undefined> => Promise.resolve(this.values.get(key));
  store = (key: string, value: string): Promise<void> => Promise.resolve(void this.values.set(key, value));
  delete = (key: string): Promise<void> => Promise.resolve(void this.values.delete(key));
}

describe('tokens', () => {
  test('without a working secret storage a token lasts as long as the window, and the absence of one is no error', async () => {
    const broken = () => Promise.reject(new Error('no keyring'));
    const tokens = new Tokens({ get: broken, store: broken, delete: broken }, 'laptop');
    assert.equal(await tokens.get('http://ray.lab:8265'), undefined);
    assert.equal(await tokens.set('http://ray.lab:8265', 'abc'), false);
    assert.equal(await tokens.get('http://ray.lab:8265'), 'abc');
    assert.equal(await tokens.get('http://other.lab:8265'), undefined);
    await tokens.forget('http://ray.lab:8265');
    assert.equal(await tokens.get('http://ray.lab:8265'), undefined);
    assert.equal(await new Tokens(new MemorySecrets(), 'laptop').set('http://ray.lab:8265', 'abc'), true);
  });
  test('belong to one origin', async () => {
    const tokens = new Tokens(new MemorySecrets(), 'laptop');
    await tokens.set('https://ray.lab', 'abc');
    assert.equal(await tokens.get('https://ray.lab'), 'abc');
    assert.equal(await tokens.get('https://ray.lab:8443'), undefined);
    assert.equal(await tokens.get('http://ray.lab'), undefined);
    await tokens.forget('https://ray.lab');
    assert.equal(await tokens.get('https://ray.lab'), undefined);
  });

  test('of this machine do not go to the same address of another machine', async () => {
    const secrets = new MemorySecrets();
    for (const origin of ['http://127.0.0.1:8265', 'http://localhost:8265', 'http://[::1]:8265']) {
      await new Tokens(secrets, 'laptop').set(origin, 'abc');
      assert.equal(await new Tokens(secrets, 'laptop').get(origin), 'abc');
      assert.equal(await new Tokens(secrets, 'server').get(origin), undefined);
    }
    await new Tokens(secrets, 'laptop').set('http://ray.lab:8265', 'abc');
    assert.equal(await new Tokens(secrets, 'server').get('http://ray.lab:8265'), 'abc');
  });

  test('what is none is told', () => {
    assert.equal(tokenProblem(' \n'), 'empty');
    assert.equal(tokenProblem('a b'), 'not-a-token');
    assert.equal(tokenProblem('clé'), 'not-a-token');
    assert.equal(tokenProblem(` ${'0f'.repeat(32)}\n`), undefined);
  });
});

describe('the network settings of the editor', () => {
  const settings = { proxy: '', proxySupport: 'override', noProxy: [], strictSsl: true };
  test('nothing set: nothing given', () => {
    assert.deepEqual(networkOptions(settings), {});
    assert.deepEqual(networkOptions({ proxy: undefined, proxySupport: 1, noProxy: 'x', strictSsl: 'no' }), {});
  });
  test('a proxy with its exceptions', () => {
    assert.deepEqual(networkOptions({ ...settings, proxy: ' http://p:3128 ', noProxy: ['.lab', 7] }), {
      proxy: 'http://p:3128',
      noProxy: ['.lab'],
    });
  });
  test('proxySupport off, and certificates that are not checked', () => {
    assert.deepEqual(networkOptions({ ...settings, proxy: 'http://p:1', proxySupport: 'off', strictSsl: false }), {
      tls: { rejectUnauthorized: false },
    });
  });
});
