import assert from 'node:assert/strict';
import { lstatSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { describe, test } from 'node:test';
import { TEMPLATE_KINDS } from '../../server/src/templates/kinds.ts';
import { Folder } from '../support/folder.ts';
import { root } from '../support/built.ts';
import { lint } from './lint.ts';

const template = (file: string): string => readFileSync(`${root}/templates/${file}`, 'utf8');

for (const { id, file } of TEMPLATE_KINDS) {
  test(`new ${id}: the template, printed or written`, async () => {
    using folder = new Folder();
    assert.deepEqual(await lint(folder, ['new', id]), { code: 0, out: template(file), err: '' });
    const { code, out, err } = await lint(folder, ['new', id, '--output', 'my file.py']);
    assert.deepEqual([code, err], [0, '']);
    assert.match(out, /^my file\.py: .*\n {2}--(?:reward\.remote_url|train\.agent_func_path) \S/);
    assert.equal(readFileSync(folder.at('my file.py'), 'utf8'), template(file));
    assert.deepEqual(readdirSync(folder.path), ['my file.py'], 'nothing else is left');
  });
}

test('the list has every kind, with what it is for', async () => {
  using folder = new Folder();
  const { code, out } = await lint(folder, ['new', '--list']);
  assert.equal(code, 0);
  const lines = out.trimEnd().split('\n');
  assert.deepEqual(
    lines.map((line) => line.split(/ {2,}/)),
    TEMPLATE_KINDS.map(({ id, title, detail }) => [id, `${title}: ${detail}`]),
  );
});

describe('what is there is kept', () => {
  test('a file, unless told', async () => {
    using folder = new Folder({ 'a.py': 'mine' });
    assert.deepEqual(await lint(folder, ['new', 'reward', '--output', 'a.py']), {
      code: 2,
      out: '',
      err: 'openrlhf-lint: a.py: exists already; --force replaces it\n',
    });
    assert.equal(readFileSync(folder.at('a.py'), 'utf8'), 'mine');
    assert.equal((await lint(folder, ['new', 'reward', '--output', 'a.py', '--force'])).code, 0);
    assert.equal(readFileSync(folder.at('a.py'), 'utf8'), template('reward_func.py'));
  });

  test('a link to nothing, unless told; a link stays a link', async () => {
    using folder = new Folder({ 'target.py': 'mine' });
    symlinkSync('nowhere', folder.at('dangling.py'));
    symlinkSync('target.py', folder.at('link.py'));
    assert.equal((await lint(folder, ['new', 'reward', '--output', 'dangling.py'])).code, 2);
    assert.equal((await lint(folder, ['new', 'reward', '--output', 'link.py'])).code, 2);
    assert.equal((await lint(folder, ['new', 'reward', '--output', 'link.py', '--force'])).code, 0);
    assert.ok(lstatSync(folder.at('link.py')).isSymbolicLink());
    assert.equal(readFileSync(folder.at('target.py'), 'utf8'), template('reward_func.py'));
  });

  test('a folder, told or not', async () => {
    using folder = new Folder({ 'a/b.py': '' });
    for (const force of [[], ['--force']]) {
      const { code, out, err } = await lint(folder, ['new', 'reward', '--output', 'a', ...force]);
      assert.deepEqual([code, out], [2, '']);
      assert.match(err, /^openrlhf-lint: a: is a folder.*\n$/);
    }
    assert.deepEqual(readdirSync(folder.path), ['a']);
  });
});

test('a folder that is not there, or may not be written, is named in one line', async () => {
  using folder = new Folder({ file: '' });
  const cases: readonly [string, RegExp][] = [
    ['gone/a.py', /^openrlhf-lint: gone\/a\.py: there is no folder gone; make it first\n$/],
    ['file/a.py', /^openrlhf-lint: file\/a\.py: [^\n]+\n$/],
    [`${'x'.repeat(300)}.py`, /: the name is too long\n$/],
  ];
  for (const [output, sentence] of cases) {
    const { code, out, err } = await lint(folder, ['new', 'reward', '--output', output]);
    assert.deepEqual([code, out], [2, ''], output);
    assert.match(err, sentence);
  }
  assert.deepEqual(readdirSync(folder.path), ['file']);
});

test('a path that bash would take apart is quoted in the flag', async () => {
  using folder = new Folder();
  const { out } = await lint(folder, ['new', 'multiturn-agent', '--output', "it's $1.py"]);
  assert.match(out, /--train\.agent_func_path '\.\/it'\\''s \$1\.py'\n$/);
});
