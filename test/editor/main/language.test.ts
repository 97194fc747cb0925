import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { closeAll, diagnosticsOf, openScript, positionOf } from '../support/documents.ts';
import { until } from '../support/until.ts';
import { applyAction, applyCompletion, completionLabels, hoverText } from '../support/features.ts';

const PPO = 'python3 -m openrlhf.cli.train_ppo_ray --reward.remote_url r.py';

describe('a script in the editor', () => {
  afterEach(closeAll);

  it('shows a squiggle at the wrong value, and none once it is mended', async () => {
    const editor = await openScript(`E=grpo\n${PPO} --algo.advantage.estimator $E\n`);
    const [finding] = await diagnosticsOf(editor.document.uri);
    assert.ok(finding);
    assert.equal(finding.source, 'openrlhf');
    assert.equal(finding.severity, vscode.DiagnosticSeverity.Error);
    assert.equal(editor.document.getText(finding.range), 'grpo');
    assert.equal(finding.relatedInformation?.length, 1);
    const text = await applyAction(editor.document, finding.range, 'Change to group_norm');
    assert.equal(text, `E=group_norm\n${PPO} --algo.advantage.estimator $E\n`);
    await diagnosticsOf(editor.document.uri, (found) => found.length === 0);
  });

  it('follows each change of the text', async () => {
    const editor = await openScript(`${PPO}\n`);
    await editor.edit((edit) => {
      edit.insert(positionOf(editor.document, '\n'), ' --no_such_flag');
    });
    const [finding] = await diagnosticsOf(editor.document.uri);
    assert.match(finding?.message ?? '', /--no_such_flag/);
    await vscode.commands.executeCommand('undo');
    await diagnosticsOf(editor.document.uri, (found) => found.length === 0);
  });

  it('links each finding to the page of its rule', async () => {
    const editor = await openScript(`${PPO} --no_such_flag\n`);
    const [finding] = await diagnosticsOf(editor.document.uri);
    const code = finding?.code;
    assert.ok(typeof code === 'object');
    assert.equal(code.value, 'unknown-flag');
    assert.match(code.target.path, /docs\/rules\/unknown-flag\.md$/);
  });

  it('accepts a flag over half a word with dots and dashes', async () => {
    const editor = await openScript(`${PPO} \\\n  --actor.ada\n`);
    const text = await applyCompletion(editor, positionOf(editor.document, '.ada', 4), '--actor.adam.lr');
    assert.equal(text, `${PPO} \\\n  --actor.adam.lr\n`);
  });

  it('completes values and modules', async () => {
    const editor = await openScript(`${PPO} --algo.kl.estimator \ndeepspeed --module openrlhf.cli.\n`);
    const values = await completionLabels(editor.document, positionOf(editor.document, 'estimator ', 10));
    assert.deepEqual(values.slice(0, 3), ['k1', 'k2', 'k3']);
    const modules = await completionLabels(editor.document, positionOf(editor.document, 'cli.\n', 4));
    assert.ok(modules.includes('openrlhf.cli.train_sft'));
  });

  it('explains a flag and a value under the mouse', async () => {
    const editor = await openScript(`${PPO} --algo.advantage.estimator group_norm\n`);
    assert.match(await hoverText(editor.document, positionOf(editor.document, 'estimator')), /default gae/);
    assert.match(await hoverText(editor.document, positionOf(editor.document, 'group_norm')), /GRPO/);
  });

  it('fixes everything certain at once', async () => {
    const editor = await openScript(
      `${PPO} --algo.advantage.estimator grpo --ds.zero_stage 2.0 --train.colocate_all True\n`,
    );
    await diagnosticsOf(editor.document.uri, (found) => found.length === 3);
    // The command is for the editor that has the focus, which a window under test gives and takes at its own pace.
    await until('all fixes', async () => {
      await vscode.window.showTextDocument(editor.document);
      await vscode.commands.executeCommand('editor.action.fixAll');
      return vscode.languages.getDiagnostics(editor.document.uri).length === 0;
    });
    assert.equal(
      editor.document.getText(),
      `${PPO} --algo.advantage.estimator group_norm --ds.zero_stage 2 --train.colocate_all\n`,
    );
  });

  it('says nothing of other programs', async () => {
    const editor = await openScript('python3 -m molt.cli.train_rl_ray --no_such_flag 1\n');
    const other = await openScript(`${PPO} --no_such_flag\n`);
    await diagnosticsOf(other.document.uri);
    assert.deepEqual(vscode.languages.getDiagnostics(editor.document.uri), []);
  });
});

describe('Slurm files', () => {
  it('are shell scripts', async () => {
    const [folder] = vscode.workspace.workspaceFolders ?? [];
    assert.ok(folder);
    const uri = vscode.Uri.joinPath(folder.uri, 'job.slurm');
    await vscode.workspace.fs.writeFile(uri, Buffer.from(`#!/bin/bash\n#SBATCH -N 1\n${PPO} --no_such_flag\n`));
    const { document } = await vscode.window.showTextDocument(uri);
    assert.equal(document.languageId, 'shellscript');
    assert.equal((await diagnosticsOf(uri)).length, 1);
    await closeAll();
  });
});

describe('a sourced file', () => {
  it('sets what the script runs with, and shows its findings when it is changed', async () => {
    const [folder] = vscode.workspace.workspaceFolders ?? [];
    assert.ok(folder);
    const common = vscode.Uri.joinPath(folder.uri, 'common.sh');
    const script = vscode.Uri.joinPath(folder.uri, 'sources.sh');
    await vscode.workspace.fs.writeFile(common, Buffer.from('ESTIMATOR=rloo\n'));
    await vscode.workspace.fs.writeFile(
      script,
      Buffer.from(`source common.sh\n${PPO} --algo.advantage.estimator $ESTIMATOR --ds.zero_stage 2.0\n`),
    );
    const { document } = await vscode.window.showTextDocument(script);
    assert.equal((await diagnosticsOf(script)).length, 1);
    assert.match(await hoverText(document, positionOf(document, 'estimator')), /`rloo`/);
    await vscode.workspace.fs.writeFile(common, Buffer.from('ESTIMATOR=grpo\n'));
    const [finding] = await diagnosticsOf(common);
    assert.match(finding?.message ?? '', /grpo/);
    await closeAll();
  });
});
