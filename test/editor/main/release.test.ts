import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { closeAll, diagnosticsOf, openScript } from '../support/documents.ts';
import { statusBarText } from '../support/extension.ts';
import { until } from '../support/until.ts';

/** A flag that came with 0.11.1. */
const NEWER = 'python3 -m openrlhf.cli.train_ppo_ray --reward.remote_url http://rm/r --algo.kl.unbiased_gradient\n';

async function setRelease(release: string | undefined): Promise<void> {
  await vscode.workspace.getConfiguration('openrlhf').update('release', release, vscode.ConfigurationTarget.Workspace);
}

describe('the release', () => {
  afterEach(async () => {
    await setRelease(undefined);
    await closeAll();
  });

  it('is assumed to be the newest, and the status bar says so', async () => {
    await openScript(NEWER);
    await until('the status bar item', () => statusBarText()?.includes('OpenRLHF 0.11.2?'));
  });

  it('follows the setting while the script is open', async () => {
    const { document } = await openScript(NEWER);
    await until('the status bar item', () => statusBarText()?.includes('0.11.2'));
    assert.deepEqual(vscode.languages.getDiagnostics(document.uri), []);
    await setRelease('0.11.0');
    const [finding] = await diagnosticsOf(document.uri);
    assert.ok(finding && typeof finding.code === 'object');
    assert.equal(finding.code.value, 'flag-of-other-release');
    assert.equal(finding.severity, vscode.DiagnosticSeverity.Error);
    await until('the status bar item', () => statusBarText()?.endsWith('OpenRLHF 0.11.0'));
    await setRelease('0.11.1');
    await diagnosticsOf(document.uri, (found) => found.length === 0);
  });

  it('stated in the script overrules the setting', async () => {
    await setRelease('0.11.2');
    const { document } = await openScript(`# openrlhf: release 0.11.0\n${NEWER}`);
    const [finding] = await diagnosticsOf(document.uri);
    assert.match(finding?.message ?? '', /0\.11\.0/);
    await until('the status bar item', () => statusBarText()?.endsWith('OpenRLHF 0.11.0'));
  });

  it('hides from the status bar where nothing is launched', async () => {
    await openScript('echo hello\n');
    await until('no status bar item', () => statusBarText() === null);
  });
});

describe('a rule', () => {
  it('can be switched off and changed in severity', async () => {
    const rules = (value: object | undefined) =>
      vscode.workspace.getConfiguration('openrlhf').update('rules', value, vscode.ConfigurationTarget.Workspace);
    const { document } = await openScript(
      'python3 -m openrlhf.cli.train_ppo_ray --reward.remote_url http://rm/r --no_such 1\n',
    );
    await diagnosticsOf(document.uri);
    await rules({ 'unknown-flag': 'info' });
    await diagnosticsOf(document.uri, ([found]) => found?.severity === vscode.DiagnosticSeverity.Information);
    await rules({ 'unknown-flag': 'off' });
    await diagnosticsOf(document.uri, (found) => found.length === 0);
    await rules(undefined);
    await closeAll();
  });
});
