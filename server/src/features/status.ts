import type { ReleaseFrom } from '../catalogue/release.ts';
import { render } from '../messages/render.ts';
import type { Location } from '../text/location.ts';
import { maskSecrets } from '../text/secrets.ts';
import type { Analysis } from './analysis.ts';
import type { Judge } from './launchPlan/findings.ts';
import { explain } from './silence/explain.ts';
import { unknownWords } from './silence/launches.ts';
import type { SilenceKind } from './silence/model.ts';
import { whyUnknown } from './whyUnknown.ts';

/** What the status bar shows of a script; the editor's protocol carries it as it is. */
export interface ScriptStatus {
  readonly uri: string;
  /** OpenRLHF release that the findings hold for. */
  readonly release: string;
  readonly releaseFrom: ReleaseFrom;
  /** The release as it was asked for, when another one stands for it. */
  readonly releaseAsked?: string;
  /** Bundled releases, oldest first: what can be chosen. */
  readonly releases: readonly string[];
  /** Statements of a release that name none, and were passed over. */
  readonly releaseUnusable?: readonly { readonly from: ReleaseFrom; readonly text: string }[];
  /** Launches found, in order. */
  readonly launches: readonly LaunchStatus[];
  /** Why nothing is judged, in a sentence, or `null`. */
  readonly silentBecause: string | null;
  /** Where the release comes from, a sentence. */
  readonly releaseWhy: string;
  /** Why little or nothing is flagged, the weightiest reason first. */
  readonly explanations: readonly StatusExplanation[];
  /** Words of launches that are not known before the script runs, each place once. */
  readonly unknown: readonly StatusUnknown[];
  /** How much is flagged, in this file and in those that it sources. */
  readonly findings: number;
}

/** A place in LSP's terms. */
export interface StatusPlace {
  readonly uri: string;
  readonly line: number;
  readonly character: number;
}

export interface StatusExplanation {
  readonly kind: SilenceKind;
  /** What is so, and what to do about it: whole sentences. */
  readonly text: string;
  readonly next: string;
  /** `null` where it is about the whole file. */
  readonly place: StatusPlace | null;
}

export interface StatusUnknown {
  /** The script's text for it. */
  readonly text: string;
  /** Why it is not known, one sentence. */
  readonly why: string;
  readonly place: StatusPlace;
}

export interface LaunchStatus {
  /** `null` for a module of OpenRLHF that the release does not have. */
  readonly entryPoint: string | null;
  readonly module: string;
  /** Where the command is, from 0; `null` where it is in a file that the script sources. */
  readonly line: number | null;
}

/** More places than anyone looks through. */
const MOST_UNKNOWN = 100;

export function statusOf(analysis: Analysis, releases: readonly string[], judge: Judge): ScriptStatus {
  const { document, release, silentBecause } = analysis;
  const placeOf = ({ uri, range }: Location): StatusPlace[] => {
    const position = judge.linesOf(uri)?.position(range.start);
    return position === undefined ? [] : [{ uri, ...position }];
  };
  return {
    uri: document.uri,
    release: release.release,
    releaseFrom: release.from,
    ...(release.asked === undefined ? {} : { releaseAsked: release.asked }),
    ...(release.unusable === undefined ? {} : { releaseUnusable: release.unusable }),
    releases,
    launches: analysis.launches.map(({ launch }) => ({
      entryPoint: launch.entryPoint,
      module: launch.module,
      line: launch.location.uri === document.uri ? document.lines.position(launch.location.range.start).line : null,
    })),
    silentBecause: silentBecause && render(silentBecause),
    releaseWhy: render({ key: `status-release-${release.from}` }),
    explanations: explain(analysis, judge).map(({ kind, text, next, place }) => ({
      kind,
      text,
      next,
      place: place === null ? null : (placeOf(place)[0] ?? null),
    })),
    unknown: unknownPlaces(analysis, judge, placeOf),
    findings: analysis.findings.length,
  };
}

function unknownPlaces(
  { launches }: Analysis,
  { textOf }: Judge,
  placeOf: (at: Location) => readonly StatusPlace[],
): StatusUnknown[] {
  const found = new Map<string, StatusUnknown>();
  for (const word of launches.flatMap(({ launch }) => unknownWords(launch.argv))) {
    const at = word.use ?? word.location;
    const key = `${at.uri} ${at.range.start} ${at.range.end}`;
    if (found.has(key)) continue;
    if (found.size === MOST_UNKNOWN) break;
    const text = maskSecrets(textOf(at.uri)?.slice(at.range.start, at.range.end) ?? '');
    for (const place of placeOf(at)) found.set(key, { text, why: whyUnknown(word.why), place });
  }
  return [...found.values()];
}
