import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import * as vscode from 'vscode';
import { closeAll, openFixture } from '../support/documents.ts';
import { hands } from '../support/hands.ts';
import { until } from '../support/until.ts';
import {
  beginLaunch,
  jobLimit,
  logOnDisk,
  ray,
  rayJob,
  runScript,
  screenWith,
  submit,
  terminalText,
} from './support.ts';

const example = 'train_ppo_ray · Qwen3-4B-Thinking-2507';

/** Titles of the code lenses of a script. */
async function lenses(uri: vscode.Uri): Promise<readonly string[]> {
  const found = await vscode.commands.executeCommand<vscode.CodeLens[]>('vscode.executeCodeLensProvider', uri, 20);
  return found.map(({ command }) => command?.title ?? '');
}

/** Saves the log in front. @returns the message; where the machine is busy, the dialog may be gone before it has taken its answer */
async function savedLog(): Promise<string> {
  for (let attempt = 1; ; attempt++) {
    void vscode.commands.executeCommand('openrlhf.saveJobLog');
    await hands('answer', 'Save Log');
    try {
      return await hands('message', 'It holds what the job printed', 30_000);
    } catch (error) {
      if (attempt === 3) throw error;
    }
  }
}

describe('launching on a real Ray', function () {
  this.timeout(2 * jobLimit);
  before(async () => {
    await openFixture('train_ppo.sh');
    await hands('openViews');
  });
  afterEach(async function () {
    if (this.currentTest?.state === 'failed') {
      const name = this.currentTest.title.replaceAll(/\W+/g, '-').slice(0, 40);
      await hands('picture', path.join('out', 'editor-failures', `${name}.png`)).catch(() => undefined);
      for (const key of ['Escape', 'Escape']) await hands('press', key);
    }
    await closeAll();
  });

  it('offers a launch above each launch of the examples, and none where that is switched off', async () => {
    for (const [script, count] of [
      ['train_ppo.sh', 1],
      ['train_sft.sh', 1],
      ['mistakes.sh', 4],
    ] as const) {
      const { document } = await openFixture(script);
      const titles = await until(`the code lenses of ${script}`, async () => {
        const found = await lenses(document.uri);
        return found.length > 0 && found;
      });
      assert.deepEqual(titles, Array<string>(count).fill(titles[0] ?? ''));
      assert.match(titles[0] ?? '', /Launch on Ray/);
    }
    const settings = vscode.workspace.getConfiguration('openrlhf');
    await settings.update('codeLens', false, vscode.ConfigurationTarget.Global);
    const { document } = await openFixture('train_ppo.sh');
    await until('no code lenses', async () => (await lenses(document.uri)).length === 0);
    await settings.update('codeLens', undefined, vscode.ConfigurationTarget.Global);
  });

  it('runs an example to its end: log, view of jobs, Ray’s own list, saved log', async () => {
    await beginLaunch('train_ppo.sh');
    await hands('list', 'known only when the script runs');
    await hands('choose', 'Take the Script');
    await hands('list', 'LOGGING');
    await hands('choose', 'adds nothing');
    await hands('list', 'Where shall it run?');
    await hands('choose', 'pretend');
    const { rows } = await hands('list', 'Needs 8 GPUs, 8 of 8 are free');
    assert.ok(rows.some((row) => row.includes('No problems in the script')));
    await hands('choose', 'Launch');
    await submit();
    await screenWith(/\d+%\|/);
    await screenWith(/── Succeeded after/);
    const shown = await terminalText();
    // Bars are drawn in place, so that of the episode is what stays.
    assert.match(shown, /Episode \[1\/1\]: +100%/);
    assert.match(shown, /Saved the model to \.\/runs\/grpo-Qwen3-4B-Thinking-2507/);
    await hands('row', `${example}, succeeded`);
    assert.match(await hands('message', `${example} succeeded`), /Last lines: .*Global step/s);
    const { id, text } = rayJob('Qwen3-4B-Thinking-2507');
    assert.match(text, /SUCCEEDED/);

    const [, saved = ''] = /as (\S+\.log)\./.exec(await savedLog()) ?? [];
    assert.deepEqual(readFileSync(saved), logOnDisk(id));
  });

  it('stops a run, which saves a checkpoint, and shows no secret of it', async () => {
    const secrets = /hf_abcdefghijklmnop|0123456789abcdef01234567/;
    await beginLaunch('long.sh');
    // Those of the run before may not be free again yet.
    await hands('list', 'eeds 8 GPUs');
    await hands('choose', 'Launch');
    await hands('list', 'Submit to');
    const preview = await until('the preview', () =>
      vscode.workspace.textDocuments.find(({ uri }) => uri.scheme === 'openrlhf-ray' && uri.query.includes('long.sh')),
    );
    assert.match(preview.getText(), /WANDB_API_KEY/);
    assert.doesNotMatch(preview.getText(), secrets);
    await submit();
    await screenWith(/Generate samples/);
    assert.doesNotMatch(await terminalText(), secrets);
    await hands('row', 'train_ppo_ray · Long-Run, running');
    await hands('chooseInMenu', 'train_ppo_ray · Long-Run, running', 'Show Job Details');
    const page = await until('the details', async () => {
      const found = await hands('pageText');
      return found.includes('WANDB_API_KEY') && found;
    });
    assert.doesNotMatch(page, secrets);
    // As somebody else would: a window under test shows no dialogs, so `npm run try -- --check` stops one from the view.
    const { id } = rayJob('Long-Run');
    ray('job', 'stop', '--no-wait', id);
    await screenWith(/── Stopped after/);
    await hands('row', 'train_ppo_ray · Long-Run, stopped', jobLimit);
    assert.match(rayJob('Long-Run').text, /STOPPED/);
    assert.match(logOnDisk(id).toString(), /checkpoint.*after SIGTERM|after SIGTERM/);
  });

  it('shows a bad flag before, and what OpenRLHF says of it after', async () => {
    await beginLaunch('bad_flag.sh');
    const { rows } = await hands('list', 'Launch Anyway');
    assert.ok(
      rows.some((row) => row.includes('--train.colocate_evrything')),
      rows.join('\n'),
    );
    await hands('press', 'Escape');
    // The question whether to launch all the same is a dialog, which a window under test does not show.
    runScript(vscode.window.activeTextEditor?.document.uri.fsPath ?? '');
    await hands('row', 'train_ppo_ray · Bad-Flag, failed', jobLimit);
    await hands('pressInRow', 'train_ppo_ray · Bad-Flag', 'Show Job Log');
    await screenWith(/── Failed after .* with exit code 2/);
    assert.ok((await terminalText()).includes('unrecognized arguments: --train.colocate_evrything'));
    assert.match(rayJob('Bad-Flag').text, /FAILED/);
  });

  it('says that a demand for more GPUs than there are never comes true, before and after', async () => {
    await beginLaunch('too_large.sh');
    await hands('list', 'Needs 16 GPUs, the cluster has 8');
    await hands('press', 'Escape');
    // The question that a person would say yes to now is a dialog, which a window under test does not show.
    const script = vscode.window.activeTextEditor?.document.uri.fsPath ?? '';
    runScript(script);
    assert.match(await hands('row', '16 GPUs', 60_000), /never|only|has 8/);
    const { id } = rayJob('Too-Large');
    ray('job', 'stop', '--no-wait', id);
    await until('the end of the job', () => rayJob('Too-Large').text.includes('STOPPED'), jobLimit);
    assert.match(rayJob('Too-Large').text, /STOPPED/);
  });
});
