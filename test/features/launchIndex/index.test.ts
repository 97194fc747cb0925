import assert from 'node:assert/strict';
import { beforeEach, describe, test } from 'node:test';
import { BOUNDS, PASSED_OVER } from '../../../server/src/features/launchIndex/bounds.ts';
import { sourceDocument } from '../../../server/src/features/document.ts';
import { encoded } from '../../../server/src/text/uri.ts';
import { ServiceBench } from '../../support/service.ts';

const PYTHON = 'file:///work/reward.py';
const REWARD = 'def reward_func(queries, prompts, labels, **kwargs):\n    return {"rewards": 1.0}\n';
const NAMES = 'cd "$ROOT"\npython3 -m openrlhf.cli.train_ppo_ray --reward.remote_url reward.py\n';

/** Where launches name the Python file, below the workspace folder; and what was asked of the disk meanwhile. */
function found(files: Readonly<Record<string, string>>): Promise<string[]> {
  return search(files, 'file:///work');
}

/** The same without a workspace folder. */
function foundAround(files: Readonly<Record<string, string>>): Promise<string[]> {
  return search(files, undefined);
}

async function search(files: Readonly<Record<string, string>>, folder: string | undefined): Promise<string[]> {
  const uriOf = (path: string): string => `file:///work/${path.split('/').map(encoded).join('/')}`;
  const texts = new Map(Object.entries({ 'reward.py': REWARD, ...files }).map(([path, text]) => [uriOf(path), text]));
  const names = new Map<string, Set<string>>();
  for (const uri of texts.keys()) {
    for (let at = uri; at !== 'file:///work';) {
      const parent = at.slice(0, at.lastIndexOf('/'));
      const name = `${decodeURIComponent(at.slice(parent.length + 1))}${at === uri ? '' : '/'}`;
      names.set(parent, (names.get(parent) ?? new Set()).add(name));
      at = parent;
    }
  }
  asked = { read: [], list: [] };
  const bench = new ServiceBench(
    {},
    {
      folderOf: () => folder,
      files: {
        read: (uri) => {
          asked.read.push(uri);
          return Promise.resolve(texts.get(uri) ?? null);
        },
        list: (folder) => {
          asked.list.push(folder);
          return Promise.resolve([...(names.get(folder) ?? [])].sort());
        },
      },
    },
  );
  const { named } = await bench.service.pythonAnalysis(sourceDocument(PYTHON, 'python', 1, REWARD));
  return named.map(({ use }) => use.script.replace('file:///work/', '')).sort();
}

let asked: { read: string[]; list: string[] };
beforeEach(() => {
  asked = { read: [], list: [] };
});

describe('the search for launches', () => {
  test('takes the endings of scripts', async () => {
    const files = {
      'a.sh': NAMES,
      'b/c.bash': NAMES,
      'd.slurm': NAMES,
      'e/f/g.sbatch': NAMES,
      'h.txt': NAMES,
      i: NAMES,
      'j.py': NAMES,
    };
    assert.deepEqual(await found(files), ['a.sh', 'b/c.bash', 'd.slurm', 'e/f/g.sbatch']);
  });
  test('goes so deep and no deeper', async () => {
    const at = (depth: number): string => `${'d/'.repeat(depth)}train.sh`;
    assert.deepEqual(await found({ [at(BOUNDS.depth)]: NAMES, [at(BOUNDS.depth + 1)]: NAMES }), [at(BOUNDS.depth)]);
  });
  test('stays near a file that is open without a folder', async () => {
    const at = (depth: number): string => `${'d/'.repeat(depth)}train.sh`;
    const files = { [at(0)]: NAMES, [at(1)]: NAMES };
    assert.deepEqual(await foundAround(files), [at(0)]);
    assert.deepEqual(asked.list, ['file:///work']);
  });
  test('passes over folders of tools, of results and with a dot', async () => {
    const skipped = [...PASSED_OVER, '.git', '.venv', '.cache'];
    assert.deepEqual(
      await found({ ...Object.fromEntries(skipped.map((name) => [`${name}/train.sh`, NAMES])), 'x/train.sh': NAMES }),
      ['x/train.sh'],
    );
    for (const name of skipped) assert.ok(!asked.list.includes(`file:///work/${name}`), name);
  });
  test('lists so many folders and no more, the nearest first', async () => {
    const many = Object.fromEntries(
      Array.from({ length: BOUNDS.folders + 50 }, (_, index) => [`f${index}/x/train.sh`, NAMES]),
    );
    const scripts = await found({ ...many, 'near/train.sh': NAMES });
    assert.equal(asked.list.filter((folder) => folder.startsWith('file:///work')).length <= BOUNDS.folders + 2, true);
    assert.deepEqual(scripts, []);
    assert.deepEqual(await found({ 'near/train.sh': NAMES, 'near/x/train.sh': NAMES }), [
      'near/train.sh',
      'near/x/train.sh',
    ]);
  });
  test('evaluates so many launch scripts and no more', async () => {
    const many = Object.fromEntries(Array.from({ length: BOUNDS.scripts + 20 }, (_, index) => [`s${index}.sh`, NAMES]));
    assert.equal((await found(many)).length, BOUNDS.scripts);
  });
  test('leaves scripts without a launch and those that are too long', async () => {
    const long = `${NAMES}${'# x\n'.repeat(BOUNDS.length / 4)}`;
    assert.deepEqual(await found({ 'long.sh': long, 'plain.sh': 'echo reward.py\n' }), []);
  });
  test('reads names with signs that URIs encode', async () => {
    assert.deepEqual(await found({ 'a b (1)/träin+x.sh': NAMES }), ['a%20b%20%281%29/tr%C3%A4in%2Bx.sh']);
  });
  test('is made once', async () => {
    await found({ 'a.sh': NAMES });
    const lists = asked.list.filter((folder) => folder === 'file:///work').length;
    assert.ok(lists <= 2, String(lists));
  });
});
