import type { ReleaseChoice } from '../catalogue/release.ts';
import { render } from '../messages/render.ts';
import type { Finding, Severity, Stage } from '../rules/model.ts';
import type { Location, PositionRange } from '../text/location.ts';
import type { FullPlaceNamer } from './launchJson.ts';
import type { Judged, JudgedPython } from './session.ts';

/** A finding as `--format json` prints it; the other formats are made from it. */
export interface FindingJson {
  readonly file: string;
  readonly range: PositionRange;
  readonly severity: Severity;
  readonly code: string;
  readonly stage: Stage;
  readonly entryPoint: string | null;
  readonly release: string;
  readonly releaseFrom: ReleaseChoice['from'];
  readonly message: string;
  readonly related: readonly { readonly file: string; readonly range: PositionRange; readonly message: string }[];
  readonly fixes: readonly FixJson[];
}

interface FixJson {
  readonly title: string;
  readonly edits: readonly { readonly file?: string; readonly range: PositionRange; readonly newText: string }[];
}

interface Found {
  readonly script: Judged;
  finding: FindingJson;
}

/** Findings of all files. One in a file that several of them source or import comes once and names the scripts. */
export function collectFindings(judged: readonly (Judged | JudgedPython)[]): FindingJson[] {
  const inScripts = findingsOfScripts(judged.flatMap((one) => ('analysis' in one ? [one] : [])));
  const seen = new Set<string>();
  return judged.flatMap((one) => {
    if ('analysis' in one) return inScripts.flatMap(({ script, finding }) => (script === one ? [finding] : []));
    const { findings, release } = one.python;
    const fresh = findings.filter(({ location, code, message }) => {
      const key = JSON.stringify([location, code, message]);
      return !seen.has(key) && seen.add(key);
    });
    return fresh.map((finding) => findingJson(finding, release, one.fullPlace));
  });
}

/** A finding that a comment keeps back, with the reason that it gives. */
export interface SuppressedJson {
  readonly finding: FindingJson;
  readonly reason: string | null;
}

/** What comments keep back in all files, each once. */
export function collectSuppressed(judged: readonly (Judged | JudgedPython)[]): SuppressedJson[] {
  const seen = new Set<string>();
  return judged.flatMap((one) => {
    const { suppressed, release } = 'analysis' in one ? one.analysis : one.python;
    return suppressed.flatMap(({ finding, reason }) => {
      const key = JSON.stringify([finding.location, finding.code, finding.message]);
      if (seen.has(key)) return [];
      seen.add(key);
      return [{ finding: findingJson(finding, release, one.fullPlace), reason }];
    });
  });
}

function findingsOfScripts(judged: readonly Judged[]): readonly Found[] {
  const found: Found[] = [];
  const byPlace = new Map<string, Found[]>();
  const led = new Set(judged.flatMap(sourcedLaunches));
  for (const one of judged) {
    for (const finding of one.analysis.findings) {
      if (isOfLaunchIn(finding, one.analysis.document.uri) && led.has(finding.location.uri)) continue;
      const json = leadingTo(findingJson(finding, one.analysis.release, one.fullPlace), finding.location, one);
      const key = JSON.stringify([finding.location, finding.code]);
      const sharing = byPlace.get(key) ?? [];
      byPlace.set(key, sharing);
      // A script may say two things of one place; of another script's it only repeats them.
      const before = sharing.find((other) => other.script !== one || other.finding.message === json.message);
      if (before) {
        before.finding = stronger(before.finding, json);
      } else {
        const first = { script: one, finding: json };
        sharing.push(first);
        found.push(first);
      }
    }
  }
  return found;
}

/** Files whose launches a script reaches by `source`: they are its own, with what it sets and the release that it states. */
function sourcedLaunches({ analysis }: Judged): string[] {
  const uris = analysis.launches.map(({ launch }) => launch.location.uri);
  return uris.filter((uri) => uri !== analysis.document.uri);
}

function isOfLaunchIn({ entryPoint, location }: Finding, uri: string): boolean {
  return entryPoint !== null && location.uri === uri;
}

const STRENGTH: readonly Severity[] = ['error', 'warning', 'info', 'hint'];

/** The more serious of two findings of one thing, with what is related to either. */
function stronger(a: FindingJson, b: FindingJson): FindingJson {
  const related = [...a.related];
  for (const place of b.related) if (!related.some((other) => isSame(other, place))) related.push(place);
  const wins = STRENGTH.indexOf(b.severity) < STRENGTH.indexOf(a.severity) ? { ...b, file: a.file } : a;
  return { ...wins, related };
}

function isSame(a: object, b: object): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

/** Names the script that leads to a finding in a file that it sources, at the `source` if a launch is reached by it. */
function leadingTo(finding: FindingJson, { uri }: Location, { name, analysis, fullPlace }: Judged): FindingJson {
  const script = analysis.document.uri;
  if (uri === script || finding.related.some(({ file }) => file === name)) return finding;
  const steps = analysis.launches.flatMap(({ launch }) => (launch.location.uri === uri ? launch.via : []));
  const source = steps.find(({ kind, location }) => kind === 'source' && location.uri === script);
  const place = fullPlace(source?.location ?? { uri: script, range: { start: 0, end: 0 } });
  return { ...finding, related: [...finding.related, { ...place, message: render({ key: 'related-script' }) }] };
}

function findingJson(finding: Finding, release: ReleaseChoice, place: FullPlaceNamer): FindingJson {
  const { file, range } = place(finding.location);
  return {
    file,
    range,
    severity: finding.severity,
    code: finding.code,
    stage: finding.stage,
    entryPoint: finding.entryPoint,
    release: release.release,
    releaseFrom: release.from,
    message: render(finding.message),
    related: finding.related
      // A piece of a word that is written nowhere has no place to show.
      .filter(({ location }) => location.uri !== '')
      .map(({ location, message }) => ({ ...place(location), message: render(message) })),
    fixes: finding.fixes.map((fix) => ({
      title: render(fix.title),
      edits: fix.edits.map(({ location, newText }) => {
        const at = place(location);
        return { ...(at.file === file ? {} : { file: at.file }), range: at.range, newText };
      }),
    })),
  };
}
