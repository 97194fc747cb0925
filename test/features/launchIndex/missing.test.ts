import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { render } from '../../../server/src/messages/render.ts';
import { ServiceBench } from '../../support/service.ts';

const PPO = 'python3 -m openrlhf.cli.train_ppo_ray --reward.remote_url';
const SUBMIT = 'ray job submit';

/** Codes, severities and texts of the findings on missing files. */
async function missing(text: string, files: readonly string[] = ['notes.txt']): Promise<string[]> {
  const bench = new ServiceBench(Object.fromEntries(files.map((path) => [`file:///work/${path}`, ''])), {
    folderOf: (uri) => (uri.startsWith('file:///work/') ? 'file:///work' : undefined),
  });
  const { findings } = await bench.service.analysis(bench.document(`${text}\n`, 'file:///work/jobs/train.sh'));
  return findings
    .filter(({ code }) => code === 'rf-path' || code === 'ag-path')
    .map(({ code, severity, location: { range } }) => `${code} ${severity} ${text.slice(range.start, range.end)}`);
}

describe('a file that is not there', () => {
  const cases: readonly (readonly [what: string, script: string, expected: readonly string[]])[] = [
    ['may be elsewhere, where the script may be started anywhere', `${PPO} reward.py`, ['rf-path warning reward.py']],
    ['the text behind =', `${PPO}=reward.py`, ['rf-path warning reward.py']],
    ['the first item', `${PPO} reward.py,http://a:1`, ['rf-path warning reward.py']],
    ['the value of a variable', `R=reward.py\n${PPO} $R`, ['rf-path warning reward.py']],
    [
      'an agent',
      'python3 -m openrlhf.cli.train_ppo_ray --train.agent_func_path a/agent.py',
      ['ag-path warning a/agent.py'],
    ],
    [
      'where the script has changed its folder',
      `cd "$(dirname "$0")"\n${PPO} reward.py`,
      ['rf-path warning reward.py'],
    ],
    ['in the folder of a job', `${SUBMIT} --working-dir . -- ${PPO} reward.py`, ['rf-path warning reward.py']],
    [
      'in the folder of a job, seen from a known one',
      `cd "$(dirname "$0")/.."\n${SUBMIT} --working-dir . -- ${PPO} reward.py`,
      ['rf-path error reward.py'],
    ],
    [
      'in an absolute folder of the workspace',
      `${SUBMIT} --working-dir /work -- ${PPO} reward.py`,
      ['rf-path error reward.py'],
    ],
  ];
  for (const [what, script, expected] of cases)
    test(what, async () => assert.deepEqual(await missing(script), expected));

  test('says what it means', async () => {
    const bench = new ServiceBench({ 'file:///work/notes.txt': '' });
    const { findings } = await bench.service.analysis(bench.document(`${PPO} reward.py\n`));
    assert.deepEqual(
      findings.map(({ message }) => render(message)),
      [
        '--reward.remote_url: there is no file reward.py in this workspace. If the run does not find it either, every vLLM engine fails as it starts.',
      ],
    );
  });
});

describe('nothing is said', () => {
  const cases: readonly (readonly [what: string, script: string])[] = [
    ['of an absolute path', `${PPO} /mnt/shared/reward.py`],
    ['of an archive', `${SUBMIT} --working-dir s3://bucket/code.zip -- ${PPO} reward.py`],
    ['of an archive on this machine', `${SUBMIT} --working-dir code.zip -- ${PPO} reward.py`],
    [
      'of an archive in the runtime environment',
      `${SUBMIT} --runtime-env-json '{"working_dir": "https://h/x.zip"}' -- ${PPO} reward.py`,
    ],
    ['of a job without a folder', `${SUBMIT} -- ${PPO} reward.py`],
    ['of a folder on the cluster', `${SUBMIT} --runtime-env-json='{"working_dir": "/openrlhf"}' -- ${PPO} reward.py`],
    ['of a folder that is not known', `${SUBMIT} --working-dir "$DIR" -- ${PPO} reward.py`],
    ['of a folder in a variable of Ray', `${SUBMIT} --working-dir '\${DIR}' -- ${PPO} reward.py`],
    ['of a runtime environment that cannot be read', `${SUBMIT} --runtime-env missing.yaml -- ${PPO} reward.py`],
    ['of options that are not known', `${SUBMIT} $OPTIONS -- ${PPO} reward.py`],
    ['of a path that is not known', `${PPO} "$DIR/reward.py"`],
    ['of a folder that the script has gone to on the cluster', `cd /openrlhf\n${PPO} reward.py`],
    ['of a folder that is not known', `cd "$ROOT"\n${PPO} reward.py`],
    ['in a container', `docker run image ${PPO} reward.py`],
    ['of a path that is still to be filled in', `${PPO} path/to/reward.py`],
    ['of addresses', `${PPO} http://a:1/reward.py`],
    ['of a file that the script writes', `cat > reward.py <<'EOF'\nx\nEOF\n${PPO} reward.py`],
    ['of a file that it writes through a variable', `R=reward.py\ncat > "$R" <<'EOF'\nx\nEOF\n${PPO} $R`],
    ['of a file that it copies', `cp /data/rewards/reward.py .\n${PPO} reward.py`],
    ['of a folder that it copies', `cp -r /data/rewards .\n${PPO} rewards/reward.py`],
    ['of a file that it fetches', `wget -q https://host/reward.py\n${PPO} reward.py`],
    ['of a file of a repository that it fetches', `git clone https://host/repo\n${PPO} repo/reward.py`],
    ['of a file that another program is told to write', `python3 make_reward.py --output reward.py\n${PPO} reward.py`],
    ['of a file that it writes under a name that is not known', `cat > "$NAME" <<'EOF'\nx\nEOF\n${PPO} reward.py`],
    ['of a file printed by tee', `envsubst < reward.tmpl | tee reward.py\n${PPO} reward.py`],
    ['of a file that is linked', `ln -sf "$SRC/reward.py" reward.py\n${PPO} reward.py`],
  ];
  for (const [what, script] of cases) test(what, async () => assert.deepEqual(await missing(script), []));

  test('of a log that the script writes', async () => {
    const script = `git rev-parse HEAD > commit.txt\n${PPO} reward.py > "logs/$(date +%s).log" 2>&1`;
    assert.deepEqual(await missing(script), ['rf-path warning reward.py']);
  });
  test('where no folder can be listed', async () => {
    assert.deepEqual(await missing(`${PPO} reward.py`, []), []);
  });
  test('where the file is there, whatever is in it', async () => {
    assert.deepEqual(await missing(`${PPO} reward.py`, ['reward.py']), []);
  });
  test('where the file is there and cannot be read', async () => {
    const bench = new ServiceBench(
      {},
      {
        files: { read: () => Promise.resolve(null), list: () => Promise.resolve(['reward.py', 'train.sh']) },
      },
    );
    const { findings } = await bench.service.analysis(bench.document(`${PPO} reward.py\n`));
    assert.deepEqual(findings, []);
  });
  test('in a document without a folder', async () => {
    const bench = new ServiceBench({ 'file:///work/notes.txt': '' }, { folderOf: () => undefined });
    const { findings } = await bench.service.analysis(bench.document(`${PPO} reward.py\n`, 'untitled:Untitled-1'));
    assert.deepEqual(findings, []);
  });
});
