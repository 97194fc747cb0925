/** Our own checks have nothing to say of a template, as a launch names it and by itself. */

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { describe, test } from 'node:test';
import { readTemplate } from '../../server/src/node/templates.ts';
import { launchWords, TEMPLATE_KINDS } from '../../server/src/templates/kinds.ts';
import { createCatalogues } from '../../server/src/catalogue/lookup.ts';
import { analysePythonFile } from '../support/python.ts';
import { ServiceBench } from '../support/service.ts';

const { releases } = createCatalogues();

for (const kind of TEMPLATE_KINDS) {
  const text = readTemplate(kind);
  describe(kind.file, () => {
    test('is Python, in lines of at most 120 characters', () => {
      const { status, stderr } = spawnSync('python3', ['-c', 'import ast, sys; ast.parse(sys.stdin.read())'], {
        input: text,
        encoding: 'utf8',
      });
      assert.equal(status, 0, stderr);
      assert.deepEqual(
        text.split('\n').filter((line) => /\s$/.test(line) || /^.{121}/u.test(line)),
        [],
      );
      assert.ok(text.endsWith('\n') && !text.endsWith('\n\n'));
    });

    test('says how a launch names it', () => {
      const [words = ''] = /--(?:reward\.remote_url|train\.agent_func_path) \S+/.exec(text) ?? [];
      assert.equal(words, launchWords(kind, `./${kind.file}`));
    });

    test('has no finding where no launch names it', async () => {
      assert.deepEqual((await analysePythonFile(text, { role: null })).findings, []);
    });

    if (kind.role === 'reward-server') return;
    for (const release of releases) {
      const flags = '--data.label_key answer --data.max_images_per_prompt 8 --algo.dynamic_filtering_enable';
      test(`has no finding with ${release}`, async () => {
        const files = { [kind.file]: text };
        const analysis = await analysePythonFile(text, {
          role: kind.role as 'agent' | 'reward-function',
          flags,
          release,
          files,
        });
        assert.ok(analysis.context !== null);
        assert.deepEqual(analysis.findings, []);
      });
      test(`nor has a launch that names it with ${release}`, async () => {
        const bench = new ServiceBench({ [`file:///work/${kind.file}`]: text });
        const words = launchWords(kind, `./${kind.file}`);
        const script = `# openrlhf: release ${release}\npython3 -m openrlhf.cli.train_ppo_ray ${words} ${flags}\n`;
        const found = await bench.diagnose(script);
        const ofFile = found.filter(({ code }) => typeof code === 'string' && /^(?:rf|ag|http)-/.test(code));
        assert.deepEqual(ofFile, []);
      });
    }
  });
}
