import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { SUBMIT_OPTIONS } from '../../server/src/ray/options.ts';
import { ServiceBench } from '../support/service.ts';

// Completion and hover in the words of `ray job submit`.

const bench = new ServiceBench();
const RUN = '-- python3 -m openrlhf.cli.train_ppo_ray --ds.zero_stage 3';

async function labelsAt(marked: string): Promise<string[]> {
  const { items } = await bench.complete(marked);
  return items.sort((a, b) => ((a.sortText ?? '') < (b.sortText ?? '') ? -1 : 1)).map(({ label }) => label);
}

describe('options of ray job submit', () => {
  test('are all offered, with documentation, those that are given already last', async () => {
    const labels = await labelsAt(`ray job submit --address http://127.0.0.1:8265 --‸ ${RUN}`);
    assert.deepEqual([...labels].sort(), SUBMIT_OPTIONS.map(({ name }) => name).sort());
    assert.equal(labels.at(-1), '--address');
    const { items } = await bench.complete(`ray job submit --‸ ${RUN}`);
    assert.ok(items.every(({ documentation }) => documentation !== undefined));
  });
  test('are those of the Ray that the release is made for', async () => {
    const old = `# openrlhf: release 0.10.2\nray job submit --‸ ${RUN}`;
    assert.ok(!(await labelsAt(old)).includes('--entrypoint-label-selector'));
  });
  const accepted: readonly (readonly [name: string, before: string, label: string, after: string])[] = [
    ['a beginning', `ray job submit --addr‸ ${RUN}`, '--address', `ray job submit --address ${RUN}`],
    ['before =', `ray job submit --wor‸=. ${RUN}`, '--working-dir', `ray job submit --working-dir=. ${RUN}`],
    ['nothing typed', `ray job submit ‸ ${RUN}`, '--no-wait', `ray job submit --no-wait ${RUN}`],
    [
      'a line of its own',
      `ray job submit \\\n  --no‸ \\\n  ${RUN}`,
      '--no-wait',
      `ray job submit \\\n  --no-wait \\\n  ${RUN}`,
    ],
    ['no program yet', 'ray job submit --no‸', '--no-wait', 'ray job submit --no-wait'],
    [
      'a string that is run',
      "ray job submit --no‸ -- bash -c 'python3 -m openrlhf.cli.train_ppo_ray'",
      '--no-wait',
      "ray job submit --no-wait -- bash -c 'python3 -m openrlhf.cli.train_ppo_ray'",
    ],
    [
      'an array',
      `A=(ray job submit --no‸)\n"\${A[@]}" ${RUN}`,
      '--no-wait',
      `A=(ray job submit --no-wait)\n"\${A[@]}" ${RUN}`,
    ],
    [
      'a value',
      `ray job submit --address ‸ ${RUN}`,
      'http://127.0.0.1:8265',
      `ray job submit --address http://127.0.0.1:8265 ${RUN}`,
    ],
    [
      'a value behind =',
      `ray job submit --address=ht‸ ${RUN}`,
      'http://127.0.0.1:8265',
      `ray job submit --address=http://127.0.0.1:8265 ${RUN}`,
    ],
    ['a choice', `ray job submit --log-style p‸ ${RUN}`, 'pretty', `ray job submit --log-style pretty ${RUN}`],
  ];
  for (const [name, before, label, after] of accepted) {
    test(`accepted: ${name}`, async () => {
      assert.equal(await bench.accept(before, label), after);
    });
  }
  test('are not offered behind --, nor flags of OpenRLHF before it', async () => {
    assert.ok(!(await labelsAt(`ray job submit ${RUN} --‸`)).includes('--no-wait'));
    assert.ok(!(await labelsAt(`ray job submit --‸ ${RUN}`)).includes('--actor.adam.lr'));
  });
});

describe('keys of a runtime environment', () => {
  const J = 'ray job submit --runtime-env-json';
  const accepted: readonly (readonly [name: string, before: string, label: string, after: string])[] = [
    ['in quotes', `${J} '{"wor‸"}' ${RUN}`, 'working_dir', `${J} '{"working_dir"}' ${RUN}`],
    ['without quotes', `${J} '{‸}' ${RUN}`, 'working_dir', `${J} '{"working_dir": "."}' ${RUN}`],
    ['in double quotes', `${J} "{\\"ex‸\\": []}" ${RUN}`, 'excludes', `${J} "{\\"excludes\\": []}" ${RUN}`],
    ['begun in double quotes', `${J} "{‸}" ${RUN}`, 'working_dir', `${J} "{\\"working_dir\\": \\".\\"}" ${RUN}`],
    [
      'behind another',
      `${J} '{"working_dir": ".", "en‸"}' ${RUN}`,
      'env_vars',
      `${J} '{"working_dir": ".", "env_vars"}' ${RUN}`,
    ],
    ['behind =', `${J}='{"en‸"}' ${RUN}`, 'env_vars', `${J}='{"env_vars"}' ${RUN}`],
    ['in a variable', `E='{"en‸"}'\n${J} "$E" ${RUN}`, 'env_vars', `E='{"env_vars"}'\n${J} "$E" ${RUN}`],
    [
      'in a heredoc',
      `E=$(cat <<EOF\n{\n  "en‸"\n}\nEOF\n)\n${J} "$E" ${RUN}`,
      'env_vars',
      `E=$(cat <<EOF\n{\n  "env_vars"\n}\nEOF\n)\n${J} "$E" ${RUN}`,
    ],
    [
      'of config',
      `${J} '{"config": {"set‸"}}' ${RUN}`,
      'setup_timeout_seconds',
      `${J} '{"config": {"setup_timeout_seconds"}}' ${RUN}`,
    ],
    [
      'a variable of the environment',
      `${J} '{"env_vars": {"NC‸"}}' ${RUN}`,
      'NCCL_DEBUG',
      `${J} '{"env_vars": {"NCCL_DEBUG"}}' ${RUN}`,
    ],
    ['a value', `${J} '{"working_dir": ‸}' ${RUN}`, '"."', `${J} '{"working_dir": "."}' ${RUN}`],
    [
      'beside a value that is not known',
      `${J} "{\\"working_dir\\": \\"$W\\", \\"en‸\\": 1}" ${RUN}`,
      'env_vars',
      `${J} "{\\"working_dir\\": \\"$W\\", \\"env_vars\\": 1}" ${RUN}`,
    ],
    ['half typed', `${J} '{"wor‸`, 'working_dir', `${J} '{"working_dir": `],
  ];
  for (const [name, before, label, after] of accepted) {
    test(`accepted: ${name}`, async () => {
      assert.equal(await bench.accept(before, label), after);
    });
  }
  test('that are there already are not offered, nor one that does nothing', async () => {
    const labels = await labelsAt(`${J} '{"working_dir": ".", "‸"}' ${RUN}`);
    assert.ok(labels.includes('env_vars'));
    assert.ok(!labels.includes('working_dir') && !labels.includes('setup_commands'));
  });
});

describe('hover', () => {
  const cases: readonly (readonly [name: string, marked: string, says: RegExp])[] = [
    ['an option', `ray job submit --add‸ress http://x:8265 ${RUN}`, /\*\*`--address`\*\* · ADDRESS[^]*RAY_ADDRESS/],
    ['its value', `ray job submit --address http://x‸:8265 ${RUN}`, /`--address`/],
    ['with =', `ray job submit --no-wait --working-‸dir=. ${RUN}`, /100 MiB/],
    [
      'a key',
      `ray job submit --runtime-env-json '{"env_‸vars": {"A": "1"}}' ${RUN}`,
      /`env_vars`[^]*Every value is a text/,
    ],
    [
      'an inner key',
      `ray job submit --runtime-env-json "{\\"config\\": {\\"setup_time‸out_seconds\\": 9}}" ${RUN}`,
      /of config/,
    ],
    ['a key in a variable', `E='{"ex‸cludes": []}'\nray job submit --runtime-env-json="$E" ${RUN}`, /`excludes`/],
  ];
  for (const [name, marked, says] of cases) {
    test(name, async () => {
      assert.match(await bench.hover(marked), says);
    });
  }
});
