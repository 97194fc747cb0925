import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { closeAll, diagnosticsOf, openScript, positionOf } from '../support/documents.ts';
import { applyAction, completionLabels, hoverText } from '../support/features.ts';

describe('an untrusted workspace', () => {
  after(closeAll);

  it('has all language features, since nothing of it is run', async () => {
    assert.equal(vscode.workspace.isTrusted, false);
    const text =
      'python3 -m openrlhf.cli.train_ppo_ray --reward.remote_url http://rm/r --algo.advantage.estimator grpo\n';
    const { document } = await openScript(text);
    const [finding] = await diagnosticsOf(document.uri);
    assert.ok(finding);
    assert.equal(document.getText(finding.range), 'grpo');
    assert.match(await hoverText(document, positionOf(document, 'estimator')), /group_norm/);
    assert.ok((await completionLabels(document, positionOf(document, 'grpo'))).includes('rloo'));
    const fixed = await applyAction(document, finding.range, 'Change to group_norm');
    assert.match(fixed, /group_norm\n$/);
  });
});
