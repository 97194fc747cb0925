import { createCatalogues } from '../catalogue/lookup.ts';
import { rulePage } from '../features/diagnostics.ts';
import type { BoundLaunch } from '../launch/bound.ts';
import { render } from '../messages/render.ts';
import { RULES } from '../rules/registry.ts';
import { VERSION } from '../version.ts';
import { collectFindings, collectSuppressed, type FindingJson } from './findingJson.ts';
import type { Unreadable } from './inputs.ts';
import { FolderSettingsFiles } from './folderSettings.ts';
import { judgedBy } from './judgedBy.ts';
import { launchJson } from './launchJson.ts';
import { makeFile } from './newFile.ts';
import { githubReport } from './report/github.ts';
import { sarifReport } from './report/sarif.ts';
import { textReport } from './report/text.ts';
import { Session, type Answer, type Judged, type JudgedPython } from './session.ts';
import type { Streams } from './streams.ts';
import { parseCommandLine, USAGE, type Request } from './usage.ts';
import { valuesJson } from './valuesJson.ts';

const CLEAN = 0;
const FOUND = 1;
const UNUSABLE = 2;

/** Runs `openrlhf-lint` with the words behind its name. Returns the exit code. */
export async function run(words: readonly string[], streams: Streams): Promise<number> {
  const request = parseCommandLine(words);
  switch (request.kind) {
    case 'help':
      streams.out(USAGE);
      return CLEAN;
    case 'version':
      streams.out(`${VERSION}\n`);
      return CLEAN;
    case 'usage':
      streams.err(`openrlhf-lint: ${request.reason}\n\n${USAGE}`);
      return UNUSABLE;
    case 'new':
    case 'new-list':
      return makeFile(request, streams) ? CLEAN : UNUSABLE;
    case 'try': {
      // Nothing else needs what runs a file.
      const { tryInPython } = await import('./tryInPython.ts');
      return tryInPython(request, streams);
    }
    case 'check':
    case 'argv':
    case 'values':
    case 'model':
      return answer(request, streams);
  }
}

type Work = Extract<Request, { kind: 'check' | 'argv' | 'values' | 'model' }>;

async function answer(request: Work, streams: Streams): Promise<number> {
  const by = judgedBy(request.openrlhf, createCatalogues());
  if (typeof by === 'string') {
    streams.err(`openrlhf-lint: --openrlhf ${request.openrlhf ?? ''}: ${by}\n`);
    return UNUSABLE;
  }
  const settings = request.settings ? new FolderSettingsFiles() : undefined;
  const session = new Session(by, settings);
  const answers = await session.judge(request.paths, request.stdinFilename, streams.readInput);
  const judged = answers.filter(isJudged);
  const python = answers.filter(isJudgedPython);
  const unreadable = answers.filter(isUnreadable);
  for (const note of [...(settings?.notes ?? []), ...notesOn(answers)]) streams.err(`openrlhf-lint: ${note}\n`);
  if (request.kind === 'argv' && request.print0) {
    return unreadable.length > 0 ? UNUSABLE : writeWords(judged, streams);
  }
  switch (request.kind) {
    case 'check': {
      const findings = collectFindings(answers.flatMap((one) => (isUnreadable(one) ? [] : [one])));
      streams.out(report(request.format, findings, { judged, python, unreadable, session, colour: streams.colour }));
      const found = findings.some(({ severity }) => severity === 'error') ? FOUND : CLEAN;
      return unreadable.length > 0 ? UNUSABLE : found;
    }
    case 'argv':
      streams.out(launchesReport(answers, launchOf));
      break;
    case 'values':
      streams.out(
        launchesReport(answers, (one, bound) => ({ ...launchOf(one, bound), ...valuesJson(bound, one.place) })),
      );
      break;
    case 'model':
      streams.out((await Promise.all(judged.map(({ analysis }) => session.modelOf(analysis)))).join('\n'));
      break;
  }
  return unreadable.length > 0 ? UNUSABLE : CLEAN;
}

function isJudged(one: Answer): one is Judged {
  return 'analysis' in one;
}

function isUnreadable(one: Answer): one is Unreadable {
  return 'reason' in one;
}

function isJudgedPython(one: Answer): one is JudgedPython {
  return 'python' in one;
}

/** What the findings cannot say: files that are not judged, and a release that another one stands for. */
function notesOn(answers: readonly Answer[]): string[] {
  const notes = answers.flatMap((one) => {
    if (isUnreadable(one)) return [`${one.name}: ${one.reason}`];
    if (isJudgedPython(one)) {
      return one.python.context === null ? [`${one.name}: ${render({ key: 'status-python-unused' })}`] : [];
    }
    const { script, release, launches } = one.analysis;
    const shell = script.foreignShell;
    if (shell !== undefined) return [`${one.name}: ${render({ key: 'status-foreign-shell', args: { shell } })}`];
    if (launches.length === 0) return [];
    return [
      ...(release.asked === undefined ? [] : [`OpenRLHF ${release.asked} is not known; judged by ${release.release}`]),
      ...(release.unusable ?? []).map(({ text }) => `${one.name}: '${text}' names no known release of OpenRLHF`),
    ];
  });
  return [...new Set(notes)];
}

interface ReportInputs {
  readonly judged: readonly Judged[];
  readonly python: readonly JudgedPython[];
  readonly unreadable: readonly Unreadable[];
  readonly session: Session;
  readonly colour: boolean;
}

function report(
  format: Extract<Request, { kind: 'check' }>['format'],
  findings: readonly FindingJson[],
  { judged, python, unreadable, session, colour }: ReportInputs,
): string {
  switch (format) {
    case 'json':
      return `${JSON.stringify(findings, null, 2)}\n`;
    case 'sarif': {
      const rules = RULES.map(({ id, severity }) => ({ id, severity, page: rulePage(id) }));
      const suppressed = collectSuppressed([...judged, ...python]);
      return sarifReport(findings, { rules, version: VERSION, unreadable, suppressed });
    }
    case 'github':
      return githubReport(findings);
    case 'text': {
      const withLaunch = judged.filter(({ analysis }) => analysis.launches.length > 0);
      const releases = [
        ...withLaunch.map(({ analysis }) => analysis.release),
        ...python.flatMap((one) => (one.python.context === null ? [] : [one.python.release])),
      ];
      const assumed = releases.find(({ from }) => from === 'assumed');
      const launches = withLaunch.flatMap(({ analysis }) => analysis.launches.map(({ launch }) => launch));
      // Of Python files alone, those are counted that use them.
      const naming = judged.length > 0 ? [] : python.flatMap((one) => one.python.named.map(({ launch }) => launch));
      return textReport(findings, {
        colour,
        lineOf: (file, line) => session.lineOf(file, line),
        files: judged.length + python.length,
        launches: launches.length + new Set(naming).size,
        ...(assumed === undefined ? {} : { assumed: assumed.release }),
      });
    }
  }
}

function launchOf(judged: Judged, { launch }: BoundLaunch): object {
  return launchJson(launch, judged.place, judged.fullPlace);
}

function launchesReport(answers: readonly Answer[], json: (judged: Judged, bound: BoundLaunch) => object): string {
  const files = answers.map((one) =>
    isJudged(one)
      ? { file: one.name, launches: one.analysis.launches.map((bound) => json(one, bound)) }
      : { file: one.name, launches: [], ...(isUnreadable(one) ? { error: one.reason } : {}) },
  );
  return `${JSON.stringify(files, null, 2)}\n`;
}

/** The argv of the only launch for a shell to read; anything but one fully known launch is refused in words. */
function writeWords(judged: readonly Judged[], { out, err }: Streams): number {
  const launches = judged.flatMap(({ analysis }) => analysis.launches);
  const only = launches[0];
  if (!only || launches.length !== 1) {
    err(`openrlhf-lint: --print0 wants exactly one launch; found ${launches.length}\n`);
    return UNUSABLE;
  }
  const words: string[] = [];
  for (const item of only.launch.argv) {
    if (item.kind !== 'known') {
      err('openrlhf-lint: --print0: a word of the launch is not known before the script runs; see --argv\n');
      return UNUSABLE;
    }
    words.push(item.value);
  }
  out(words.map((word) => `${word}\0`).join(''));
  return CLEAN;
}
