import * as vscode from 'vscode';
import { explainTrust } from '../clusters/trust.ts';
import type { RayDocuments } from '../jobs/documents.ts';
import { addressesIn, readAddresses } from './addresses.ts';
import { askServer, type Sample } from './ask.ts';
import { judgeReply } from './judge.ts';
import { serverReport, type Asked } from './report.ts';

/** Milliseconds that a server gets here; OpenRLHF gives it three minutes. */
const LIMIT = 30_000;

const SAMPLE: Sample = { prompt: 'What is 2 + 2?', response: ' 4', label: '4' };

/** `OpenRLHF: Test Reward Server…`: posts one sample to each address and explains what comes back. */
export function registerRewardServer(documents: RayDocuments): vscode.Disposable {
  return vscode.commands.registerCommand('openrlhf.testRewardServer', async (given?: unknown) => {
    if (!vscode.workspace.isTrusted) {
      await explainTrust();
      return;
    }
    const list = typeof given === 'string' ? given : await askForAddresses();
    if (list === undefined) return;
    const read = readAddresses(list);
    if ('wrong' in read) return;
    const asked = await vscode.window.withProgress(
      {
        location: vscode.ProgressLocation.Notification,
        title: vscode.l10n.t('Asking reward servers'),
        cancellable: true,
      },
      async (_progress, token) => {
        const stop = new AbortController();
        token.onCancellationRequested(() => {
          stop.abort();
        });
        return Promise.all(
          read.urls.map(async (url): Promise<Asked> => {
            const reply = await askServer(url, SAMPLE, LIMIT, stop.signal);
            return { url: url.href, reply, judgement: judgeReply(url, reply) };
          }),
        );
      },
    );
    await documents.show('reward-server', vscode.l10n.t('Reward Servers'), serverReport(asked, SAMPLE));
  });
}

async function askForAddresses(): Promise<string | undefined> {
  const editor = vscode.window.activeTextEditor;
  const value = editor ? addressesIn(editor.document.getText(), editor.document.offsetAt(editor.selection.active)) : '';
  return vscode.window.showInputBox({
    title: vscode.l10n.t('Test Reward Server'),
    prompt: vscode.l10n.t(
      'Addresses as --reward.remote_url has them, with commas between. One sample is sent to each.',
    ),
    placeHolder: 'http://127.0.0.1:5000/get_reward',
    value,
    ignoreFocusOut: true,
    validateInput: (text) => {
      const read = readAddresses(text);
      return 'wrong' in read ? vscode.l10n.t('“{0}” is no address with http:// or https://', read.wrong) : undefined;
    },
  });
}
