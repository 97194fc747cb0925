import path from 'node:path';
import * as vscode from 'vscode';
import { launchedEnvironment } from '../../../runner/src/environment.ts';
import { USUAL_SAMPLE, type TryRequest, type TryRole } from '../../../runner/src/model.ts';
import { localRows } from '../../../runner/src/rows.ts';
import type { TryLaunch } from '../../../server/src/lsp/protocol.ts';

/** Rows of a data set that are tried. */
const ROWS = 4;

/** Samples of a file that are tried. */
const FILE_ROWS = 100;

/** What a trial is made on, and where it runs. */
export type Samples = Pick<
  TryRequest,
  'folder' | 'samples' | 'samplesFile' | 'responses' | 'data' | 'filtering' | 'env' | 'unknownEnv'
>;

/** What the choice hangs on. */
export interface Choice {
  readonly role: TryRole;
  /** The folder of the workspace; a launch has one of its own. */
  readonly folder: string;
  readonly launches: readonly TryLaunch[];
  /** Those of the trial before. */
  readonly last: Samples | undefined;
}

/** A sample that needs no typing; the model answers with its label, and a reward function sees a wrong answer too. */
const USUAL = { samples: [USUAL_SAMPLE], responses: [] };

interface SourceItem extends vscode.QuickPickItem {
  readonly choose: () => Promise<Samples | undefined>;
}

/** Asks for the samples of a trial; `undefined` if the person goes away. */
export async function askForSamples({ role, folder, launches, last }: Choice): Promise<Samples | undefined> {
  const usual: Samples = { folder, ...USUAL };
  const items: SourceItem[] = [
    ...(last === undefined
      ? []
      : [{ label: vscode.l10n.t('Last Used'), description: nameOf(last), choose: () => Promise.resolve(last) }]),
    ...launches.flatMap((launch) => launchItem(launch) ?? []),
    {
      label: vscode.l10n.t('Built-In Sample'),
      description: nameOf(usual),
      choose: () => Promise.resolve(usual),
    },
    {
      label: vscode.l10n.t('Type a Sample…'),
      description: vscode.l10n.t('prompt, label and what the model says'),
      choose: () => typedSample(role, folder),
    },
    {
      label: vscode.l10n.t('Samples From a File…'),
      description: vscode.l10n.t('rows with prompt, label and response'),
      choose: () => samplesOfFile(folder),
    },
  ];
  const picked = await vscode.window.showQuickPick(items, {
    title: vscode.l10n.t('Try Reward Function or Agent'),
    placeHolder: vscode.l10n.t('Which samples?'),
  });
  return picked?.choose();
}

/** The data that a launch would train on, where it is on this machine; else a sample of ours in its settings. */
function launchItem(launch: TryLaunch): SourceItem | undefined {
  const [script, start] = [vscode.Uri.parse(launch.script), vscode.Uri.parse(launch.folder)];
  if (script.scheme !== 'file' || start.scheme !== 'file') return undefined;
  const folder = start.fsPath;
  const data = localRows(launch, ROWS, [folder, path.dirname(script.fsPath)]);
  const { filtering } = launch;
  const given: Samples = {
    folder,
    ...USUAL,
    ...(typeof data === 'string' ? {} : { data }),
    ...(filtering === undefined ? {} : { filtering }),
    ...launchedEnvironment(launch.env, process.env, folder),
  };
  const name = vscode.workspace.asRelativePath(script);
  return {
    label:
      typeof data === 'string'
        ? vscode.l10n.t('Built-In Sample, With the Settings of a Launch')
        : vscode.l10n.t('First {0} Rows of {1}', ROWS, path.basename(data.path)),
    description: vscode.l10n.t('{0}, line {1}', name, launch.line + 1),
    choose: () => Promise.resolve(given),
  };
}

/** A file that the person picks; `undefined` if none. */
async function samplesOfFile(folder: string): Promise<Samples | undefined> {
  const [file] =
    (await vscode.window.showOpenDialog({
      title: vscode.l10n.t('Samples to Try'),
      openLabel: vscode.l10n.t('Try'),
      defaultUri: vscode.Uri.file(folder),
      filters: { [vscode.l10n.t('Samples')]: ['jsonl', 'json', 'csv', 'parquet'] },
    })) ?? [];
  if (file === undefined) return undefined;
  return { folder, ...USUAL, samplesFile: { path: file.fsPath, rows: FILE_ROWS } };
}

function nameOf({ samples, samplesFile, data }: Samples): string {
  if (samplesFile !== undefined) return path.basename(samplesFile.path);
  if (data !== undefined) return path.basename(data.path);
  return samples.map(({ prompt }) => prompt).join(', ');
}

async function typedSample(role: TryRole, folder: string): Promise<Samples | undefined> {
  const title = vscode.l10n.t('Try Reward Function or Agent');
  const ask = (prompt: string): Thenable<string | undefined> =>
    vscode.window.showInputBox({ title, prompt, ignoreFocusOut: true });
  const prompt = await ask(vscode.l10n.t('Prompt'));
  if (prompt === undefined) return undefined;
  const label = await ask(vscode.l10n.t('Label; empty for none'));
  if (label === undefined) return undefined;
  const responses: string[] = [];
  for (;;) {
    const number = responses.length + 1;
    const response = await ask(
      role === 'agent'
        ? vscode.l10n.t('What the model says in turn {0}; empty ends the list', number)
        : vscode.l10n.t('Answer {0} of the model; empty ends the list', number),
    );
    if (response === undefined) return undefined;
    if (response === '') return { folder, samples: [{ prompt, label }], responses };
    responses.push(response);
  }
}
