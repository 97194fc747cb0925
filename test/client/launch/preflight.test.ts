import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { preflight, verdict } from '../../../client/src/launch/preflight.ts';
import type { CheckStatus, ClusterFacts, PreflightFacts } from '../../../client/src/launch/preflight.ts';
import type { GpuDemand, LaunchFile } from '../../../server/src/lsp/protocol.ts';

const node = { gpus: 8, cpus: 16 };
const cluster: ClusterFacts = {
  rayVersion: '2.55.0',
  pythonVersion: null,
  nodes: [node],
  free: { gpus: 8, cpus: 16 },
  holders: [],
};
const reward: LaunchFile = { flag: '--reward.remote_url', path: './reward.py', role: 'reward function' };

function demand(gpus: number, cpus = gpus + 1): GpuDemand {
  return { kind: 'known', requests: [{ kind: 'group', owner: 'actor', gpus }], gpus, cpus };
}

function facts(more: Partial<PreflightFacts> & { readonly has?: Partial<ClusterFacts> } = {}): PreflightFacts {
  const { has, ...rest } = more;
  return {
    cluster: { name: 'c', answer: { kind: 'facts', facts: { ...cluster, ...has } } },
    findings: [],
    files: [],
    demand: { kind: 'none' },
    driver: {},
    folder: { kind: 'upload', path: '/ws' },
    package: { files: 2, packed: 100, heaviest: [], has: (file) => file === 'reward.py' },
    runtimeEnvProblems: [],
    unsaved: [],
    variables: null,
    ...rest,
  };
}

/** The worst item whose text or detail matches. */
function statusOf(of: PreflightFacts, pattern: RegExp): CheckStatus | undefined {
  return preflight(of).find(({ text, detail = '' }) => pattern.test(text) || pattern.test(detail))?.status;
}

describe('what a launch asks of the cluster', () => {
  const table: readonly [what: string, facts: PreflightFacts, pattern: RegExp, status: CheckStatus | undefined][] = [
    ['fits and is free', facts({ demand: demand(8) }), /Needs 8 GPUs, 8 of 8 are free/, 'ok'],
    ['more GPUs than there are', facts({ demand: demand(25) }), /Needs 25 GPUs, the cluster has 8/, 'impossible'],
    [
      'GPUs in use',
      facts({ demand: demand(8), has: { free: { gpus: 2, cpus: 16 }, holders: [{ name: 'train_sft · a', gpus: 6 }] } }),
      /In use by train_sft · a \(6\)/,
      'warn',
    ],
    ['use not known', facts({ demand: demand(8), has: { free: null } }), /Needs 8 GPUs, the cluster has 8/, 'ok'],
    [
      'one CPU too few for the trainer',
      facts({ demand: demand(8), has: { nodes: [{ gpus: 8, cpus: 8 }], free: { gpus: 8, cpus: 8 } } }),
      /Needs 9 CPUs/,
      'impossible',
    ],
    // Two nodes with 8 GPUs and 4 CPUs hold 8 bundles of one GPU and one CPU, however many GPUs there are.
    [
      'CPUs on other nodes than the GPUs',
      facts({
        demand: demand(9),
        has: {
          nodes: [
            { gpus: 8, cpus: 4 },
            { gpus: 8, cpus: 4 },
            { gpus: 0, cpus: 64 },
          ],
        },
      }),
      /Needs 10 CPUs/,
      'impossible',
    ],
    [
      'CPUs in use',
      facts({ demand: demand(4), has: { free: { gpus: 8, cpus: 3 } } }),
      /Will wait: needs 5 CPUs/,
      'warn',
    ],
    [
      'demand not known',
      facts({ demand: { kind: 'unknown', flags: ['--actor.num_nodes'] } }),
      /--actor\.num_nodes/,
      'unknown',
    ],
    [
      'sizes that do not fit',
      facts({ demand: { kind: 'fails', requests: [], failure: { exception: 'AssertionError', what: 'actor/vllm' } } }),
      /actor\/vllm/,
      'fail',
    ],
    ['nothing asked', facts(), /GPU/, undefined],
    [
      'the driver has GPUs too',
      facts({ demand: demand(8), driver: { entrypointNumGpus: 1 } }),
      /Needs 9 GPUs/,
      'impossible',
    ],
    [
      'no node for the driver',
      facts({ driver: { entrypointNumGpus: 9 } }),
      /No node has what the driver/,
      'impossible',
    ],
    ['a driver on a GPU', facts({ driver: { entrypointNumGpus: 1 } }), /needs no GPU/, 'warn'],
  ];
  for (const [what, of, pattern, status] of table) {
    test(what, () => {
      assert.equal(statusOf(of, pattern), status, JSON.stringify(preflight(of), undefined, 1));
    });
  }
});

describe('a cluster that does not answer well', () => {
  const table = [
    ['unreachable', 'retry'],
    ['token-missing', 'setToken'],
    ['token-refused', 'setToken'],
    ['not-ray', 'chooseCluster'],
    ['timeout', 'retry'],
  ] as const;
  for (const [kind, fix] of table) {
    test(`${kind}: ${fix}, and nothing can be launched`, () => {
      const answer = { kind: 'failed', error: { kind, message: 'It is so.' } } as const;
      const items = preflight(facts({ cluster: { name: 'c', answer } }));
      assert.equal(items[0]?.status, 'fail');
      assert.equal(items[0].detail, 'It is so.');
      assert.equal(items[0].fix?.kind, fix);
      assert.equal(verdict(items, answer), 'cannot');
    });
  }
});

describe('files and the folder', () => {
  const here = { file: reward, inUpload: 'reward.py', exists: true };
  const table: readonly [what: string, facts: PreflightFacts, pattern: RegExp, status: CheckStatus | undefined][] = [
    ['in the upload', facts({ files: [here] }), /reward\.py/, 'ok'],
    ['kept out of it', facts({ files: [{ ...here, inUpload: 'b.py' }] }), /keeps it out/, 'fail'],
    ['not there', facts({ files: [{ ...here, inUpload: 'b.py', exists: false }] }), /no such file/, 'fail'],
    ['outside', facts({ files: [{ ...here, inUpload: null }] }), /not below the uploaded/, 'unknown'],
    [
      'nothing uploaded',
      facts({ files: [here], folder: { kind: 'none' }, package: null }),
      /has to be on the cluster/,
      'unknown',
    ],
    [
      'a server',
      facts({ files: [{ ...here, file: { ...reward, path: 'http://rm:5000/get' } }] }),
      /rm:5000/,
      undefined,
    ],
    [
      'a dataset of a hub',
      facts({
        files: [
          {
            file: { flag: '--data.dataset', path: 'Open/data', role: 'dataset' },
            inUpload: 'Open/data',
            exists: false,
          },
        ],
      }),
      /Open\/data/,
      undefined,
    ],
    [
      'a dataset that is kept out',
      facts({
        files: [
          { file: { flag: '--data.dataset', path: 'd.jsonl', role: 'dataset' }, inUpload: 'd.jsonl', exists: true },
        ],
      }),
      /keeps it out/,
      'warn',
    ],
    ['too large', facts({ package: { problem: 'ckpt/ (3 GiB)', tooLarge: true } }), /ckpt\/ \(3 GiB\)/, 'impossible'],
    ['empty', facts({ package: { problem: 'nothing', tooLarge: false } }), /cannot be uploaded/, 'fail'],
    ['not saved', facts({ unsaved: ['reward.py'] }), /1 file is not saved/, 'warn'],
    [
      'on the cluster',
      facts({ folder: { kind: 'onCluster', path: '/openrlhf' }, package: null }),
      /Runs in \/openrlhf/,
      'info',
    ],
    ['a problem of the runtime env', facts({ runtimeEnvProblems: ['No.'] }), /^No\.$/, 'fail'],
    ['all variables go along', facts({ variables: { carried: ['A'], all: ['A'], unknown: [] } }), /1 of 1/, 'info'],
    [
      'one is not known',
      facts({ variables: { carried: [], all: ['A'], unknown: ['A'] } }),
      /Known only when the script runs: A/,
      'warn',
    ],
  ];
  for (const [what, of, pattern, status] of table) {
    test(what, () => {
      assert.equal(statusOf(of, pattern), status, JSON.stringify(preflight(of), undefined, 1));
    });
  }
});

test('only what can never run blocks; an error asks for one more look', () => {
  const of = (facts: PreflightFacts) => verdict(preflight(facts), facts.cluster.answer);
  const error = { code: 'x', severity: 'error', message: 'Bad.', uri: 'file:///a.sh', line: 3, character: 2 } as const;
  assert.equal(of(facts({ demand: demand(8) })), 'go');
  assert.equal(of(facts({ demand: demand(9) })), 'impossible');
  assert.equal(of(facts({ findings: [error] })), 'anyway');
  assert.equal(of(facts({ findings: [{ ...error, severity: 'warning' }] })), 'go');
  assert.deepEqual(preflight(facts({ findings: [error] })).find(({ text }) => text === 'x')?.fix, {
    kind: 'open',
    uri: 'file:///a.sh',
    line: 3,
    character: 2,
  });
});
