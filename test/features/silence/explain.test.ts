import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { chmodSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import type { SilenceKind } from '../../../server/src/features/silence/model.ts';
import type { ScriptStatus } from '../../../server/src/features/status.ts';
import type { Host } from '../../../server/src/service.ts';
import { Folder } from '../../support/folder.ts';
import { SCRIPT, ServiceBench } from '../../support/service.ts';

const SCRIPTS = join(import.meta.dirname, 'scripts');

function script(name: string): string {
  return readFileSync(join(SCRIPTS, `${name}.sh`), 'utf8');
}

async function statusOf(
  text: string,
  { rules = {}, host = {}, uri = SCRIPT }: { rules?: Record<string, 'off'>; host?: Partial<Host>; uri?: string } = {},
): Promise<ScriptStatus> {
  const bench = new ServiceBench({}, host);
  bench.settings = { ...bench.settings, rules };
  return bench.service.status(bench.document(text, uri));
}

/** A script, the first reason that is told for it, where that points to (line from 1; none for the whole file), and what it says. */
const CASES: readonly (readonly [name: string, kind: SilenceKind, line: number | null, says: RegExp])[] = [
  ['no-launch', 'no-launch', null, /No command here starts a module of OpenRLHF/],
  ['other-program', 'other-program', 2, /starts verl\.trainer\.main_ppo/],
  ['zsh', 'foreign-shell', null, /zsh/],
  ['fish', 'foreign-shell', null, /fish/],
  ['all-unknown', 'all-unknown', 3, /No argument.*called with/],
  ['unknown-module', 'unknown-program', 2, /not known.*STAGE/],
  ['uncalled-function', 'function', 3, /function train, which is never called/],
  ['after-exit', 'ended', 4, /exit ends the script/],
  ['never-taken', 'other', 5, /branch is never taken/],
  ['only-text', 'other', 4, /no command runs/],
  ['commented', 'comment', 3, /in a comment/],
  ['assumed', 'assumed', null, /warning at most/],
  ['wrapper', 'wrapper', 3, /my_lab\.cli\.train_sft is not OpenRLHF’s own/],
  ['no-such-module', 'module-unknown', 3, /no module openrlhf\.cli\.train_everything/],
  ['missing-source', 'missing-source', 3, /cannot be found.*cluster\/settings\.sh/],
  ['some-unknown', 'some-unknown', 3, /\(1\).*MODEL/],
  ['clean', 'clean', null, /no rule finds anything/],
];

describe('why nothing is flagged', () => {
  for (const [name, kind, line, says] of CASES) {
    test(`in ${name}.sh`, async () => {
      const { explanations, findings } = await statusOf(script(name));
      const [first] = explanations;
      assert.equal(first?.kind, kind, JSON.stringify(explanations));
      assert.match(first.text, says);
      assert.match(first.next, /\.$/, 'the next step is a sentence');
      assert.equal(first.place === null ? null : first.place.line + 1, line);
      // These are flagged all the same: the reason is why it is not more, or not graver.
      const flagged = ['assumed', 'wrapper', 'module-unknown'].includes(kind);
      assert.equal(findings > 0, flagged, `${findings} findings`);
    });
  }

  test('in rules-off.sh, while the setting turns off its only finding', async () => {
    const on = await statusOf(script('rules-off'));
    assert.equal(on.findings, 1);
    assert.deepEqual(on.explanations, []);
    const off = await statusOf(script('rules-off'), { rules: { 'unknown-flag': 'off', 'int-literal': 'off' } });
    assert.equal(off.findings, 0);
    assert.deepEqual(
      off.explanations.map(({ kind, place }) => [kind, place?.line]),
      [['rules-off', 2]],
    );
    assert.match(off.explanations[0]?.text ?? '', /: unknown-flag\.$/);
  });

  test('in a file that is too large', async () => {
    const { explanations } = await statusOf(script('clean'), { host: { maxLength: 50 } });
    assert.deepEqual(
      explanations.map(({ kind }) => kind),
      ['too-large'],
    );
  });

  test('in a document that is no file', async () => {
    const { explanations } = await statusOf(script('clean'), { uri: 'untitled:Untitled-1' });
    assert.deepEqual(
      explanations.map(({ kind }) => kind),
      ['not-file'],
    );
  });

  test('a launch that runs is none of those that do not', async () => {
    const text = `${script('uncalled-function')}train\n`;
    const { explanations, launches } = await statusOf(text);
    assert.equal(launches.length, 1);
    assert.deepEqual(explanations, []);
  });
});

/** Which of these words begin a process when bash runs the script. */
function startedByBash(text: string): string[] {
  const program = '#!/bin/sh\necho "$*" >>"$STARTED"\n';
  using folder = new Folder({ 'bin/python3': program, 'bin/deepspeed': program, 'run.sh': text });
  for (const name of ['python3', 'deepspeed']) chmodSync(join(folder.path, 'bin', name), 0o755);
  const started = join(folder.path, 'started');
  writeFileSync(started, '');
  const env = { PATH: `${join(folder.path, 'bin')}:/usr/bin:/bin`, STARTED: started };
  execFileSync('bash', ['run.sh'], { cwd: folder.path, env, stdio: 'ignore' });
  return readFileSync(started, 'utf8').split('\n').filter(Boolean);
}

describe('bash agrees', () => {
  for (const name of ['uncalled-function', 'after-exit', 'never-taken', 'only-text', 'commented']) {
    test(`that ${name}.sh starts nothing`, () => {
      assert.deepEqual(startedByBash(script(name)), []);
    });
  }
  for (const name of ['clean', 'rules-off', 'wrapper', 'other-program']) {
    test(`that ${name}.sh starts something`, () => {
      assert.equal(startedByBash(script(name)).length, 1);
    });
  }
});
