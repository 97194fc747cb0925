import assert from 'node:assert/strict';
import { symlinkSync } from 'node:fs';
import { describe, test } from 'node:test';
import type * as z from 'zod';
import { createCatalogues } from '../../server/src/catalogue/lookup.ts';
import { Folder } from '../support/folder.ts';
import { BROKEN, CLEAN, lint, type Outcome } from './lint.ts';
import { sarifValidator } from './report/sarifSchema.ts';
import { argvSchema, findingsSchema, valuesSchema } from './schemas.ts';

type Findings = z.infer<typeof findingsSchema>;

/** The findings of a run with `--format json`, checked against the schema. */
function findings({ out }: Outcome): Findings {
  return findingsSchema.parse(JSON.parse(out));
}

interface LaunchAnswer {
  readonly id: string;
  readonly entryPoint: string | null;
  readonly argv: readonly { readonly value?: string | null }[];
  readonly via: readonly { readonly kind: string; readonly file: string }[];
  readonly values?: Readonly<Record<string, { readonly value?: unknown }>>;
  readonly error?: { readonly code: string; readonly file?: string };
}
interface FileAnswer {
  readonly file: string;
  readonly launches: readonly LaunchAnswer[];
  readonly error?: string;
}

/** The answers of a run with `--argv` or `--values`, checked against its schema. */
function answers({ out }: Outcome, schema: typeof argvSchema = argvSchema): FileAnswer[] {
  return schema.parse(JSON.parse(out)) as FileAnswer[];
}

describe('exit codes', () => {
  const files = {
    'clean.sh': CLEAN,
    'broken.sh': BROKEN,
    'hint.sh': `# openrlhf: release 0.11.2\n${CLEAN.replace('--train.batch_size', '--train.batch')}`,
  };
  const cases: readonly [string, number][] = [
    ['clean.sh', 0],
    ['broken.sh', 1],
    ['hint.sh', 0],
    ['clean.sh broken.sh', 1],
    ['gone.sh', 2],
    ['broken.sh gone.sh', 2],
    ['--argv clean.sh', 0],
    ['--argv broken.sh', 0],
    ['--argv gone.sh', 2],
    ['--values broken.sh', 0],
    ['--model broken.sh clean.sh', 0],
    ['--model gone.sh', 2],
    ['--values gone.sh clean.sh', 2],
    ['--format json gone.sh', 2],
    ['--format yaml clean.sh', 2],
    ['', 2],
    ['new', 2],
    ['try', 2],
    ['--help', 0],
    ['--version', 0],
  ];
  for (const [line, code] of cases) {
    test(`${line || '(nothing)'}: ${code}`, async () => {
      using folder = new Folder(files);
      const outcome = await lint(folder, line === '' ? [] : line.split(' '));
      assert.equal(outcome.code, code, outcome.err + outcome.out);
      assert.equal(outcome.err === '', code !== 2, 'only what cannot be done is told on standard error');
    });
  }
});

describe('files that cannot be read leave the others answered', () => {
  const cases: readonly [string, string | Uint8Array, RegExp][] = [
    ['NUL', 'a\0b', /NUL/],
    ['bytes that are not UTF-8', Uint8Array.from([0x23, 0x20, 0xd6, 0xd0, 0x0a]), /not UTF-8/],
    ['UTF-16', Buffer.from(`\uFEFF${CLEAN}`, 'utf16le'), /NUL/],
  ];
  for (const [name, content, reason] of cases) {
    test(name, async () => {
      using folder = new Folder({ 'bad.sh': content, 'broken.sh': BROKEN });
      const outcome = await lint(folder, ['--format', 'json', 'bad.sh', 'broken.sh']);
      assert.equal(outcome.code, 2);
      assert.match(outcome.err, /^openrlhf-lint: bad\.sh: /);
      assert.match(outcome.err, reason);
      assert.deepEqual(
        findings(outcome).map(({ file, code }) => [file, code]),
        [['broken.sh', 'unknown-flag']],
      );
      const [bad, good] = answers(await lint(folder, ['--argv', 'bad.sh', 'broken.sh']));
      assert.match(bad?.error ?? '', reason);
      assert.deepEqual([bad?.launches, good?.launches.length, good?.error], [[], 1, undefined]);
    });
  }

  test('a missing file, a dangling link and a link to itself', async () => {
    using folder = new Folder({ 'a.sh': CLEAN });
    symlinkSync('gone.sh', folder.at('dangling.sh'));
    symlinkSync('self.sh', folder.at('self.sh'));
    const outcome = await lint(folder, ['--argv', 'gone.sh', 'dangling.sh', 'a.sh', 'self.sh']);
    assert.deepEqual(
      answers(outcome).map(({ file, error }) => [file, error]),
      [
        ['gone.sh', 'no such file or folder'],
        ['dangling.sh', 'no such file or folder'],
        ['a.sh', undefined],
        ['self.sh', 'too many symbolic links'],
      ],
    );
  });
});

describe('--format json', () => {
  test('is an empty array where nothing is found, and where there is nothing to judge', async () => {
    using folder = new Folder({ 'clean.sh': CLEAN, 'none.sh': 'echo hello\n', 'empty.sh': '' });
    assert.deepEqual(findings(await lint(folder, ['--format', 'json', 'clean.sh', 'none.sh', 'empty.sh'])), []);
  });

  test('a finding with its place, stage, release and fix', async () => {
    using folder = new Folder({ 'train.sh': `# 训练\n${BROKEN}` });
    const [only, ...others] = findings(await lint(folder, ['--format', 'json', 'train.sh']));
    assert.ok(only);
    assert.deepEqual(others, []);
    const start = BROKEN.indexOf('--train.batchsize');
    const range = {
      start: { line: 1, character: start },
      end: { line: 1, character: start + '--train.batchsize'.length },
    };
    assert.deepEqual(
      { ...only, message: '', fixes: only.fixes.map(({ edits }) => edits) },
      {
        file: 'train.sh',
        range,
        severity: 'error',
        code: 'unknown-flag',
        stage: 'S0',
        entryPoint: 'train_sft',
        release: '0.11.2',
        releaseFrom: 'assumed',
        message: '',
        related: [],
        fixes: [[{ range, newText: '--train.batch_size' }]],
      },
    );
  });

  const releases: readonly [string, string, readonly string[], readonly [string, string]][] = [
    ['assumed', '', [], ['0.11.2', 'assumed']],
    ['a comment', '# openrlhf: release 0.10.4\n', [], ['0.10.4', 'comment']],
    ['an option', '# openrlhf: release 0.10.4\n', ['--openrlhf', '0.11.0'], ['0.11.0', 'option']],
    ['an option that is no bundled release', '', ['--openrlhf', 'v0.11.9'], ['0.11.2', 'option']],
  ];
  for (const [name, comment, options, expected] of releases) {
    test(`the release is ${name}`, async () => {
      using folder = new Folder({ 'train.sh': comment + BROKEN });
      const [only] = findings(await lint(folder, ['--format', 'json', ...options, 'train.sh']));
      assert.deepEqual([only?.release, only?.releaseFrom], expected);
    });
  }
});

describe('files', () => {
  const odd = ['a b.sh', '数据.sh', './--x.sh', './check', './new', "q'uote.sh", '#1%20.sh', 'a\nb.sh'];
  test('are named as given, in the order of the arguments', async () => {
    using folder = new Folder(Object.fromEntries(odd.map((name) => [name, BROKEN])));
    const words = [...odd].reverse();
    assert.deepEqual(
      findings(await lint(folder, ['--format', 'json', ...words])).map(({ file }) => file),
      words,
    );
    assert.deepEqual(
      answers(await lint(folder, ['--argv', ...words])).map(({ file }) => file),
      words,
    );
    const absolute = folder.at('a b.sh');
    assert.deepEqual(
      answers(await lint(folder, ['--argv', absolute])).map(({ file }) => file),
      [absolute],
    );
  });

  test('below a folder are named by it', async () => {
    using folder = new Folder({ 'run/b.sh': BROKEN, 'run/deep/a.sh': CLEAN, 'run/notes.txt': 'x' });
    assert.deepEqual(
      answers(await lint(folder, ['--argv', 'run'])).map(({ file }) => file),
      ['run/b.sh', 'run/deep/a.sh'],
    );
    assert.deepEqual(
      answers(await lint(folder, ['--argv', '.'])).map(({ file }) => file),
      ['run/b.sh', 'run/deep/a.sh'],
    );
    assert.deepEqual(
      findings(await lint(folder, ['--format', 'json', '.'])).map(({ file }) => file),
      ['run/b.sh'],
    );
  });

  test('an empty folder has no answers', async () => {
    using folder = new Folder({ 'x/notes.txt': '' });
    assert.deepEqual(answers(await lint(folder, ['--argv', 'x'])), []);
    assert.match((await lint(folder, ['x'])).out, /^0 errors in 0 files, no launch of OpenRLHF found\n$/);
  });

  test('given twice under two names: answered twice, findings once', async () => {
    using folder = new Folder({ 'a.sh': BROKEN });
    const words = ['./a.sh', 'a.sh', 'a.sh'];
    assert.deepEqual(
      findings(await lint(folder, ['--format', 'json', ...words])).map(({ file, related }) => [file, related]),
      [['./a.sh', []]],
    );
    const given = answers(await lint(folder, ['--argv', ...words]));
    assert.deepEqual(
      given.map(({ file }) => file),
      words,
    );
    assert.ok(!JSON.stringify(given.map(({ launches }) => launches)).includes('"file"'), 'nothing is in another file');
  });

  test('with a byte order mark are read behind it', async () => {
    using folder = new Folder({ 'a.sh': `\uFEFF#!/bin/bash\n${BROKEN}` });
    assert.deepEqual(
      findings(await lint(folder, ['--format', 'json', 'a.sh'])).map(({ code, range }) => [code, range.start.line]),
      [['unknown-flag', 1]],
    );
  });

  test('that end their lines in CRLF have the places of their own text', async () => {
    using folder = new Folder({ 'a.sh': `#!/bin/bash\r\n\r\n${CLEAN.trimEnd()} \r\n` });
    const found = findings(await lint(folder, ['--format', 'json', 'a.sh']));
    assert.ok(
      found.some(({ code, range }) => code === 'crlf-line-ending' && range.start.line <= 2),
      JSON.stringify(found),
    );
  });

  test('of another shell are not judged, and that is said', async () => {
    using folder = new Folder({ 'a.sh': `#!/usr/bin/zsh\n${BROKEN}` });
    const outcome = await lint(folder, ['--format', 'json', 'a.sh']);
    assert.deepEqual([outcome.code, findings(outcome)], [0, []]);
    assert.match(outcome.err, /^openrlhf-lint: a\.sh: .*zsh/);
  });

  test('a hundred of them cost one start', async () => {
    const names = Array.from({ length: 100 }, (_, index) => `run/${String(index).padStart(3, '0')}.sh`);
    using folder = new Folder(Object.fromEntries(names.map((name) => [name, BROKEN])));
    assert.deepEqual(
      findings(await lint(folder, ['--format', 'json', 'run'])).map(({ file }) => file),
      names,
    );
  });
});

describe('standard input', () => {
  test('is judged as <stdin>', async () => {
    using folder = new Folder();
    const outcome = await lint(folder, ['--format', 'json', '-'], BROKEN);
    assert.deepEqual([outcome.code, findings(outcome).map(({ file }) => file)], [1, ['<stdin>']]);
  });

  test('has the name and the folder that --stdin-filename says', async () => {
    using folder = new Folder({ 'run/common.sh': 'BATCH=1e3\n' });
    const script = `source ./common.sh\n${CLEAN.replace(' 8', ' $BATCH')}`;
    const there = await lint(folder, ['--format', 'json', '-', '--stdin-filename', 'run/train.sh'], script);
    assert.deepEqual(
      findings(there).map(({ file, code, related }) => [file, code, related.map((place) => place.file)]),
      [['run/common.sh', 'int-literal', ['run/train.sh']]],
    );
  });

  test('that is no text is an input that cannot be read', async () => {
    using folder = new Folder({ 'a.sh': BROKEN });
    const outcome = await lint(folder, ['--format', 'json', '-', 'a.sh'], Uint8Array.from([0]));
    assert.deepEqual([outcome.code, findings(outcome).length], [2, 1]);
    assert.match(outcome.err, /<stdin>: .*NUL/);
  });
});

describe('a finding in a sourced file', () => {
  const files = {
    'common.sh': 'COMMON=(--model.model_name_or_path m --train.batchsize 8)\n',
    'a.sh': 'source ./common.sh\ndeepspeed --module openrlhf.cli.train_sft --data.dataset d "${COMMON[@]}"\n',
    'b.sh': 'source ./common.sh\ndeepspeed --module openrlhf.cli.train_sft --data.dataset d "${COMMON[@]}"\n',
  };
  for (const words of [['a.sh', 'b.sh'], ['a.sh', 'b.sh', 'common.sh'], ['common.sh', 'b.sh', 'a.sh'], ['.']]) {
    test(`${words.join(' ')}: comes once, and names the scripts`, async () => {
      using folder = new Folder(files);
      const [only, ...others] = findings(await lint(folder, ['--format', 'json', ...words]));
      assert.deepEqual([only?.file, only?.code, others], ['common.sh', 'unknown-flag', []]);
      assert.deepEqual([...new Set(only?.related.map(({ file }) => file))].sort(), ['a.sh', 'b.sh']);
    });
  }

  test('a launch in a sourced file is reached by the source', async () => {
    using folder = new Folder({ 'launch.sh': BROKEN, 'main.sh': 'X=1\nsource ./launch.sh\n' });
    const found = findings(await lint(folder, ['--format', 'json', 'launch.sh', 'main.sh']));
    assert.deepEqual(
      found.map(({ file, related }) => [file, related.map((place) => [place.file, place.range.start.line])]),
      [['launch.sh', [['main.sh', 1]]]],
    );
    const [main] = answers(await lint(folder, ['--argv', 'main.sh']));
    assert.deepEqual(
      main?.launches[0]?.via.map(({ kind, file }) => [kind, file]),
      [['source', 'main.sh']],
    );
    assert.match(JSON.stringify(main.launches[0]), /"file":"launch\.sh"/);
  });

  test('a launch in a sourced file is judged as the script that sources it runs it', async () => {
    const flag = '--algo.advantage.is_correction_enable';
    const launch = `python3 -m openrlhf.cli.train_ppo_ray --reward.remote_url http://rm:5000/get_reward ${flag}\n`;
    using folder = new Folder({
      'launch.sh': launch,
      'main.sh': '# openrlhf: release 0.10.4\nsource ./launch.sh\n',
    });
    const codes = async (...words: readonly string[]) =>
      findings(await lint(folder, ['--format', 'json', ...words])).map(({ file, message }) => [
        file,
        message.includes(flag),
      ]);
    assert.deepEqual(await codes('launch.sh'), [['launch.sh', true]]);
    assert.deepEqual(await codes('main.sh', 'launch.sh'), []);
    assert.deepEqual(await codes('launch.sh', 'main.sh'), []);
  });

  test('two things said of one place by one script both stay', async () => {
    const both = 'for m in train_sft train_dpo; do deepspeed --module openrlhf.cli.$m "${C[@]}"; done\n';
    using folder = new Folder({ 'a.sh': `C=(--model.model_name_or_path m --data.dataset d --nope)\n${both}` });
    const found = findings(await lint(folder, ['--format', 'json', 'a.sh']));
    assert.deepEqual(
      found.map(({ code, entryPoint }) => [code, entryPoint]),
      [
        ['unknown-flag', 'train_sft'],
        ['unknown-flag', 'train_dpo'],
      ],
    );
  });
});

describe('what a script may source', () => {
  const script = (path: string) => `source ${path}\n${CLEAN.replace(' 8', ' $BATCH')}`;
  /** `read` where the value of the sourced file reached the launch, else the findings. */
  async function verdict(folder: Folder, file: string): Promise<unknown> {
    const outcome = await lint(folder, ['--format', 'json', file]);
    const codes = findings(outcome).map(({ code }) => code);
    return codes.includes('int-literal') ? 'read' : codes;
  }

  test('below its own folder, wherever that is', async () => {
    using folder = new Folder();
    using other = new Folder({ 'run/train.sh': script('./lib/common.sh'), 'run/lib/common.sh': 'BATCH=1e3\n' });
    assert.equal(await verdict(folder, other.at('run/train.sh')), 'read');
  });
  test('below the working folder', async () => {
    using folder = new Folder({ 'run/train.sh': script('../common.sh'), 'common.sh': 'BATCH=1e3\n' });
    const at = folder.at('common.sh');
    folder.write({ 'run/absolute.sh': script(at) });
    assert.equal(await verdict(folder, 'run/train.sh'), 'read');
    assert.equal(await verdict(folder, 'run/absolute.sh'), 'read');
  });
  test('in its repository', async () => {
    using folder = new Folder();
    using other = new Folder({ 'run/train.sh': script('../common.sh'), 'common.sh': 'BATCH=1e3\n', '.git/HEAD': '' });
    assert.equal(await verdict(folder, other.at('run/train.sh')), 'read');
  });
  test('and nothing else of this machine', async () => {
    using outside = new Folder({ 'profile.sh': 'BATCH=1e3\n' });
    using folder = new Folder({ 'train.sh': script(outside.at('profile.sh')) });
    assert.deepEqual(await verdict(folder, 'train.sh'), ['missing-source']);
  });
});

describe('--argv', () => {
  test('gives the words of each launch, by file', async () => {
    using folder = new Folder({ 'a.sh': `LR=1e-6\n${CLEAN.trimEnd()} --adam.lr $LR "$MORE"\n${BROKEN}` });
    const [only] = answers(await lint(folder, ['--argv', 'a.sh']));
    assert.deepEqual(
      only?.launches.map(({ entryPoint, argv }) => [entryPoint, argv.map(({ value }) => value).slice(5)]),
      [
        ['train_sft', ['8', '--adam.lr', '1e-6', null]],
        ['train_sft', ['8']],
      ],
    );
    assert.equal(new Set(only.launches.map(({ id }) => id)).size, 2);
  });

  test('--print0 writes the words of the only launch for a shell', async () => {
    using folder = new Folder({ 'a.sh': "deepspeed --module openrlhf.cli.train_sft --a 'b c' '' \"d\ne\" 数\n" });
    const { code, out, err } = await lint(folder, ['--argv', '--print0', 'a.sh']);
    assert.deepEqual([code, out, err], [0, '--a\0b c\0\0d\ne\0数\0', '']);
  });

  const refused: readonly [string, string, RegExp][] = [
    ['no launch', 'echo\n', /exactly one launch; found 0/],
    ['two launches', CLEAN + CLEAN, /exactly one launch; found 2/],
    ['a word that is not known', CLEAN.replace(' 8', ' "$B"'), /not known/],
    ['a branch', `if [ "$B" ]; then X=1; else X=2; fi\n${CLEAN.replace(' 8', ' $X')}`, /not known/],
  ];
  for (const [name, script, reason] of refused) {
    test(`--print0 refuses ${name}`, async () => {
      using folder = new Folder({ 'a.sh': script });
      const { code, out, err } = await lint(folder, ['--argv', '--print0', 'a.sh']);
      assert.deepEqual([code, out], [2, '']);
      assert.match(err, reason);
    });
  }

  test('--print0 of a file that is not there says only that', async () => {
    using folder = new Folder();
    const { code, out, err } = await lint(folder, ['--argv', '--print0', 'a.sh']);
    assert.deepEqual([code, out, err], [2, '', 'openrlhf-lint: a.sh: no such file or folder\n']);
  });
});

describe('--values', () => {
  test('adds the values, or why argparse refuses', async () => {
    using folder = new Folder({ 'a.sh': CLEAN + BROKEN, 'm.sh': 'python3 -m openrlhf.cli.nothing --x\n' });
    const [a, m] = answers(await lint(folder, ['--values', 'a.sh', 'm.sh']), valuesSchema);
    assert.equal(a?.launches[0]?.values?.['train.batch_size']?.value, 8);
    assert.equal(a.launches[1]?.error?.code, 'unknown-flag');
    const [other] = m?.launches ?? [];
    assert.deepEqual([other?.entryPoint, other?.values, other?.error], [null, undefined, undefined]);
  });

  test('of the release that is asked for', async () => {
    using folder = new Folder({ 'a.sh': CLEAN });
    for (const release of ['0.10.2', '0.11.2']) {
      const [a] = answers(await lint(folder, ['--values', '--openrlhf', release, 'a.sh']), valuesSchema);
      const spec = createCatalogues().entryPoint(release, 'train_sft');
      const dests = new Set(spec?.flags.map(({ dest }) => dest));
      assert.deepEqual(Object.keys(a?.launches[0]?.values ?? {}), [...dests], release);
    }
  });
});

describe('--openrlhf', () => {
  const source = [
    'import argparse',
    'parser = argparse.ArgumentParser()',
    'parser.add_argument("--my.flag", type=int, default=3)',
    'args = parser.parse_args()',
    '',
  ].join('\n');
  const copy = {
    'fork/openrlhf/cli/train_sft.py': source,
    'fork/openrlhf/version.py': '__version__ = "0.12.0.dev1"\n',
  };

  test('judges by the flags of a copy', async () => {
    using folder = new Folder({
      ...copy,
      'a.sh': 'deepspeed --module openrlhf.cli.train_sft --my.flag x --adam.lr 1\n',
    });
    for (const place of ['fork', './fork/openrlhf', folder.at('fork')]) {
      const outcome = await lint(folder, ['--format', 'json', '--openrlhf', place, 'a.sh']);
      assert.deepEqual(
        findings(outcome).map(({ code, release, releaseFrom }) => [code, release, releaseFrom]),
        [
          ['int-literal', '0.12.0.dev1', 'option'],
          ['flag-of-other-release', '0.12.0.dev1', 'option'],
        ],
        place,
      );
      assert.equal(outcome.err, '');
    }
  });

  test('gives the values of a copy, and knows its own entry points', async () => {
    const own = { 'fork/openrlhf/cli/train_own.py': source };
    using folder = new Folder({ ...copy, ...own, 'a.sh': 'deepspeed --module openrlhf.cli.train_own --my.flag 4\n' });
    const [a] = answers(await lint(folder, ['--values', '--openrlhf', 'fork', 'a.sh']), valuesSchema);
    assert.deepEqual([a?.launches[0]?.entryPoint, a?.launches[0]?.values?.['my.flag']?.value], ['train_own', 4]);
  });

  test('an unknown flag of a copy that could not be read to its end is a hint at most', async () => {
    using folder = new Folder({
      ...copy,
      'fork/openrlhf/cli/train_sft.py': `from elsewhere import add\n${source.replace('args', 'add(parser)\nargs')}`,
    });
    folder.write({ 'a.sh': 'deepspeed --module openrlhf.cli.train_sft --hidden 1\n' });
    const outcome = await lint(folder, ['--format', 'json', '--openrlhf', 'fork', 'a.sh']);
    assert.deepEqual([outcome.code, findings(outcome).map(({ severity }) => severity)], [0, ['hint']]);
    assert.match(findings(outcome)[0]?.message ?? '', /^train_sft has no flag --hidden as far as it could be read/);
  });

  const refused: readonly [string, RegExp][] = [
    ['nowhere', /--openrlhf nowhere: no such file or folder; name a release \(0\.10\.2, /],
    ['a.sh', /--openrlhf a\.sh: is no folder/],
    ['.', /--openrlhf \.: holds no OpenRLHF/],
    ['0.9.1', /--openrlhf 0\.9\.1: older than every known release/],
    ['', /--openrlhf : /],
  ];
  for (const [option, reason] of refused) {
    test(`'${option}' is refused with a reason`, async () => {
      using folder = new Folder({ 'a.sh': CLEAN });
      const { code, out, err } = await lint(folder, ['--openrlhf', option, 'a.sh']);
      assert.deepEqual([code, out], [2, '']);
      assert.match(err, reason);
    });
  }

  test('a release that is not bundled is judged by another one, and that is said once', async () => {
    using folder = new Folder({ 'a.sh': CLEAN, 'b.sh': CLEAN });
    const { code, err } = await lint(folder, ['--openrlhf', '0.11.9', 'a.sh', 'b.sh']);
    assert.deepEqual([code, err], [0, 'openrlhf-lint: OpenRLHF 0.11.9 is not known; judged by 0.11.2\n']);
  });
});

test('--format sarif is valid SARIF, with findings, fixes and inputs that could not be read', async () => {
  using folder = new Folder({
    'a b.sh': BROKEN,
    'common.sh': 'B=1e3\n',
    'c.sh': `. ./common.sh\n${CLEAN.replace(' 8', ' $B')}`,
  });
  const { code, out } = await lint(folder, ['--format', 'sarif', 'a b.sh', 'c.sh', 'gone.sh']);
  assert.equal(code, 2);
  const validate = sarifValidator();
  assert.ok(validate(JSON.parse(out)), JSON.stringify(validate.errors));
  assert.match(out, /"ruleId": "unknown-flag"[^]*"ruleId": "int-literal"/);
  assert.match(out, /"fixes"/);
  assert.match(out, /"executionSuccessful": false/);
});

test('--format github is one command a finding', async () => {
  using folder = new Folder({ 'a.sh': BROKEN });
  const { out } = await lint(folder, ['--format', 'github', './a.sh']);
  assert.match(out, /^::error file=a\.sh,line=1,endLine=1,col=\d+,endColumn=\d+,title=unknown-flag::.+\n$/);
});

test('--format text shows the line, carets, the fix and the count', async () => {
  using folder = new Folder({ 'a.sh': `# openrlhf: release 0.11.2\n${BROKEN}` });
  const { out } = await lint(folder, ['a.sh']);
  const lines = out.split('\n');
  const column = BROKEN.indexOf('--train.batchsize');
  assert.match(lines[0] ?? '', new RegExp(`^a\\.sh:2:${column + 1}: error: .* \\[unknown-flag\\]$`));
  assert.equal(lines[2]?.indexOf('^'), lines[1]?.indexOf('--train.batchsize'));
  assert.match(lines[3] ?? '', /^ {2}fix: .*--train\.batch_size/);
  assert.deepEqual(lines.slice(4), ['', '1 error in 1 file, 1 launch', '']);
});

test('--model prints a text for each script, with the places of its words', async () => {
  using folder = new Folder({ 'clean.sh': CLEAN, 'broken.sh': BROKEN });
  const { out } = await lint(folder, ['--model', '--openrlhf', '0.11.0', 'clean.sh', 'broken.sh']);
  assert.deepEqual(out.match(/^# .*$/gm), ['# Launches of clean.sh', '# Launches of broken.sh']);
  assert.match(out, /\*\*OpenRLHF 0\.11\.0\*\*: It is given on the command line\./);
  assert.match(out, /^\| `--train\.batch_size` +\| `8` +\| line 1 \|$/m);
  assert.match(out, /error `unknown-flag`, line 1: /);
});
