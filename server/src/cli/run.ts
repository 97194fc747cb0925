import { createCatalogues } from '../catalogue/lookup.ts';
import { rulePage } from '../features/diagnostics.ts';
import type { Launch } from '../launch/model.ts';
import { RULES } from '../rules/registry.ts';
import { findingJson, type FindingJson } from './findingJson.ts';
import { launchJson } from './launchJson.ts';
import { githubReport } from './report/github.ts';
import { sarifReport } from './report/sarif.ts';
import { textReport } from './report/text.ts';
import { Session, type Answer, type Judged } from './session.ts';
import { VERSION } from '../version.ts';
import { parseCommandLine, USAGE, type Request } from './usage.ts';
import { valuesJson } from './valuesJson.ts';

/** What the program reads and writes, so that tests can stand in. */
export interface Output {
  readonly out: (text: string) => void;
  readonly err: (text: string) => void;
  /** True if `out` is a terminal that shows colours. */
  readonly colour: boolean;
}

const CLEAN = 0;
const FOUND = 1;
const UNUSABLE = 2;

/** Runs `openrlhf-lint` with the words behind its name. Returns the exit code. */
export async function run(words: readonly string[], output: Output): Promise<number> {
  const request = parseCommandLine(words);
  switch (request.kind) {
    case 'help':
      output.out(USAGE);
      return CLEAN;
    case 'version':
      output.out(`${VERSION}\n`);
      return CLEAN;
    case 'usage':
      output.err(`openrlhf-lint: ${request.reason}\n\n${USAGE}`);
      return UNUSABLE;
    case 'check':
    case 'argv':
    case 'values':
      return answer(request, output);
  }
}

type Work = Extract<Request, { kind: 'check' | 'argv' | 'values' }>;

async function answer(request: Work, output: Output): Promise<number> {
  const catalogues = createCatalogues();
  if (request.openrlhf !== undefined && catalogues.resolve(request.openrlhf) === undefined) {
    output.err(
      `openrlhf-lint: --openrlhf ${request.openrlhf}: no such release; the known ones are ${catalogues.releases.join(', ')}\n`,
    );
    return UNUSABLE;
  }
  const session = new Session(request.openrlhf);
  const answers = await session.judge(request.paths, request.stdinFilename);
  const unreadable = answers.filter((one) => 'reason' in one);
  for (const { name, reason } of unreadable) output.err(`openrlhf-lint: ${name}: ${reason}\n`);
  const code = write(request, answers, session, output);
  return unreadable.length > 0 ? UNUSABLE : code;
}

function write(request: Work, answers: readonly Answer[], session: Session, output: Output): number {
  switch (request.kind) {
    case 'check': {
      const findings = collectFindings(answers.filter(isJudged));
      writeFindings(request.format, findings, answers.filter(isJudged).length, session, output);
      return findings.some(({ severity }) => severity === 'error') ? FOUND : CLEAN;
    }
    case 'argv':
      return request.print0 ? writeWords(answers, output) : writeLaunches(answers, output, launchOf);
    case 'values':
      return writeLaunches(answers, output, (judged, launch) => ({
        ...launchOf(judged, launch),
        ...valuesJson(judged, launch),
      }));
  }
}

function isJudged(answer: Answer): answer is Judged {
  return 'analysis' in answer;
}

/** Findings of all files; one that two scripts share, in a file that both source, is told once and names the other scripts. */
function collectFindings(judged: readonly Judged[]): FindingJson[] {
  const byKey = new Map<string, FindingJson>();
  for (const { name, analysis, fullPlace } of judged) {
    for (const finding of analysis.findings) {
      const json = findingJson(finding, analysis.release, fullPlace);
      const key = JSON.stringify([json.file, json.range, json.code, json.message]);
      const before = byKey.get(key);
      byKey.set(key, before ? alsoFoundBy(before, name) : json.file === name ? json : alsoFoundBy(json, name));
    }
  }
  return [...byKey.values()];
}

/** Adds the script that leads to a finding in a file that it sources. */
function alsoFoundBy(finding: FindingJson, script: string): FindingJson {
  if (script === finding.file || finding.related.some(({ file }) => file === script)) return finding;
  const start = { line: 0, character: 0 };
  const message = `${script} sources this file.`;
  return { ...finding, related: [...finding.related, { file: script, range: { start, end: start }, message }] };
}

function writeFindings(
  format: 'text' | 'json' | 'sarif' | 'github',
  findings: readonly FindingJson[],
  files: number,
  session: Session,
  { out, colour }: Output,
): void {
  switch (format) {
    case 'json':
      out(`${JSON.stringify(findings, null, 2)}\n`);
      return;
    case 'sarif': {
      const rules = RULES.map(({ id }) => ({ id, helpUri: rulePage(id) }));
      out(sarifReport(findings, rules, VERSION));
      return;
    }
    case 'github':
      out(githubReport(findings));
      return;
    case 'text':
      out(textReport(findings, files, { colour, lineOf: (file, line) => session.lineOf(file, line) }));
      return;
  }
}

function launchOf(judged: Judged, launch: Launch): object {
  return launchJson(launch, judged.place, judged.fullPlace);
}

function writeLaunches(
  answers: readonly Answer[],
  { out }: Output,
  json: (judged: Judged, launch: Launch) => object,
): number {
  const files = answers.map((one) =>
    isJudged(one)
      ? { file: one.name, launches: one.analysis.launches.map(({ launch }) => json(one, launch)) }
      : { file: one.name, launches: [], error: one.reason },
  );
  out(`${JSON.stringify(files, null, 2)}\n`);
  return CLEAN;
}

/** The argv of the only launch for a shell to read; anything but one fully known launch is refused in words. */
function writeWords(answers: readonly Answer[], { out, err }: Output): number {
  const judged = answers.filter(isJudged);
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
