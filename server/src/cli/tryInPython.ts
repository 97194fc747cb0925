import { accessSync, constants, readFileSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { pythonCandidates } from '../../../runner/src/discovery.ts';
import { launchedEnvironment } from '../../../runner/src/environment.ts';
import {
  USUAL_SAMPLE,
  type Trial,
  type TryRequest,
  type TryRows,
  type TrySamplesFile,
} from '../../../runner/src/model.ts';
import { problemsOf } from '../../../runner/src/problems.ts';
import { isGood, textReport } from '../../../runner/src/report.ts';
import { isDataFile, localRows } from '../../../runner/src/rows.ts';
import { roleOfText } from '../../../runner/src/role.ts';
import { trialJson } from '../../../runner/src/trialJson.ts';
import { tryFile } from '../../../runner/src/tryFile.ts';
import { createCatalogues } from '../catalogue/lookup.ts';
import type { TryLaunch } from '../features/python/tryLaunches.ts';
import { decodeText, reasonOf } from '../node/text.ts';
import { maskSecrets, namesSecret } from '../text/secrets.ts';
import { judgedBy } from './judgedBy.ts';
import { Session } from './session.ts';
import type { Streams } from './streams.ts';
import type { TryWords } from './tryWords.ts';

/** Rows that are tried where nobody says how many: of a data set, and of a file of samples. */
const [USUAL_ROWS, MOST_SAMPLES] = [3, 1000];

/** A file that cannot be tried, and why. */
class Unusable extends Error {}

/** Answers `try`. Returns the exit code. */
export async function tryInPython(words: TryWords, { out, err }: Pick<Streams, 'out' | 'err'>): Promise<number> {
  let request: TryRequest;
  try {
    request = await requestOf(words, (note) => {
      err(`openrlhf-lint: ${note}\n`);
    });
  } catch (error) {
    if (!(error instanceof Unusable)) throw error;
    err(`openrlhf-lint: ${error.message}\n`);
    return 2;
  }
  const trial = await cancellable((signal) =>
    tryFile(request, { signal, masking: { mask: maskSecrets, isSecret: namesSecret } }),
  );
  out(words.format === 'json' ? `${JSON.stringify(trialJson(trial), null, 2)}\n` : textReport(trial, process.cwd()));
  return exitCode(trial);
}

function exitCode(trial: Trial): number {
  if (trial.ending.kind === 'not-started' || trial.events.some(({ event }) => event === 'unreadable')) return 2;
  return isGood(trial, problemsOf(trial)) ? 0 : 1;
}

/** Runs until it is done, or until a signal asks this program to end: then nothing is left running either. */
async function cancellable(work: (signal: AbortSignal) => Promise<Trial>): Promise<Trial> {
  const stop = new AbortController();
  const onSignal = (): void => {
    stop.abort();
  };
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
  for (const name of signals) process.on(name, onSignal);
  try {
    return await work(stop.signal);
  } finally {
    for (const name of signals) process.off(name, onSignal);
  }
}

async function requestOf(words: TryWords, note: (text: string) => void): Promise<TryRequest> {
  const file = resolve(words.file);
  const text = textOf(words.file);
  const python = words.python === undefined ? usualPython() : askedPython(words.python);
  const launch = words.launch === undefined ? undefined : await launchOf(words.launch, words.file, words.role);
  const role = words.role ?? (launch === undefined ? roleOfText(text) : roleOfLaunch(launch));
  if (role === undefined) {
    throw new Unusable(
      `${words.file}: has neither reward_func nor AgentExecutor at its left margin; --role says what it is`,
    );
  }
  const folder = launch === undefined ? process.cwd() : fileURLToPath(launch.folder);
  const samplesFile = words.samples === undefined ? undefined : samplesIn(words.samples, words.rows ?? MOST_SAMPLES);
  const own = words.sample !== undefined || samplesFile !== undefined;
  const data = launch === undefined || own ? undefined : rowsOf(launch, words.rows ?? USUAL_ROWS, folder, note);
  return {
    file,
    role,
    python,
    folder,
    samples: [words.sample ?? USUAL_SAMPLE],
    responses: words.responses,
    seconds: words.seconds,
    memory: words.memory,
    ...(samplesFile === undefined ? {} : { samplesFile }),
    ...(data === undefined ? {} : { data }),
    ...(words.samplesPerPrompt === undefined ? {} : { samplesPerPrompt: words.samplesPerPrompt }),
    ...(launch === undefined ? {} : launchedEnvironment(launch.env, process.env, folder)),
    ...(launch?.filtering === undefined ? {} : { filtering: launch.filtering }),
  };
}

function textOf(name: string): string {
  try {
    return decodeText(readFileSync(name));
  } catch (error) {
    throw new Unusable(`${name}: ${reasonOf(error)}`);
  }
}

function usualPython(): string {
  const candidates = pythonCandidates({
    platform: process.platform,
    env: process.env,
    home: homedir(),
    folder: process.cwd(),
    setting: '',
    extensionChoice: null,
    interpreterSetting: 'python',
  });
  const inOrder = [...candidates].sort((a, b) => Number(b.from === 'environment') - Number(a.from === 'environment'));
  const found = inOrder.find(({ path }) => isProgram(path));
  if (found === undefined) throw new Unusable('no Python was found; --python names one');
  return found.path;
}

function askedPython(name: string): string {
  const candidates = pythonCandidates({
    platform: process.platform,
    env: process.env,
    home: homedir(),
    folder: process.cwd(),
    setting: name,
    extensionChoice: null,
    interpreterSetting: 'python',
  });
  const found = candidates.find(({ path }) => isProgram(path));
  if (found === undefined) throw new Unusable(`--python ${name}: there is no such Python`);
  return found.path;
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

function roleOfLaunch({ role }: TryLaunch): 'reward' | 'agent' {
  return role === 'agent' ? 'agent' : 'reward';
}

/** The launch of a script that names the file. */
async function launchOf(script: string, file: string, role: TryWords['role']): Promise<TryLaunch> {
  const by = judgedBy(undefined, createCatalogues());
  if (typeof by === 'string') throw new Unusable(by);
  const session = new Session(by);
  const answers = await session.judge([script, file], '<stdin>', () => Promise.reject(new Error('not read')));
  for (const one of answers) if ('reason' in one) throw new Unusable(`${one.name}: ${one.reason}`);
  const uri = pathToFileURL(resolve(script)).href;
  const found = await Promise.all(
    answers.flatMap((one) => ('python' in one && one.name === file ? [session.tryLaunches(one)] : [])),
  );
  const launches = found
    .flat()
    .filter((launch) => launch.script === uri && (role === undefined || roleOfLaunch(launch) === role));
  const [first] = launches;
  if (first === undefined) {
    throw new Unusable(
      `--launch ${script}: no launch in it names ${file} (--reward.remote_url, --train.agent_func_path)`,
    );
  }
  return first;
}

function samplesIn(name: string, rows: number): TrySamplesFile {
  if (!isDataFile(name)) throw new Unusable(`--samples ${name}: is no .jsonl, .json, .csv or .parquet file`);
  return { path: resolve(name), rows };
}

/** The local data set of a launch; without one a sample of our own has to do. */
function rowsOf(launch: TryLaunch, rows: number, folder: string, note: (text: string) => void): TryRows | undefined {
  const found = localRows(launch, rows, [folder, dirname(fileURLToPath(launch.script))]);
  if (typeof found !== 'string') return found;
  note(`${found}; a sample of our own is used, and --prompt gives another`);
  return undefined;
}
