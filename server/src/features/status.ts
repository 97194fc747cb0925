import type { ReleaseFrom } from '../catalogue/release.ts';
import { render } from '../messages/render.ts';
import type { Analysis } from './analysis.ts';

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
}

export interface LaunchStatus {
  /** `null` for a module of OpenRLHF that the release does not have. */
  readonly entryPoint: string | null;
  readonly module: string;
  /** Where the command is, from 0; `null` where it is in a file that the script sources. */
  readonly line: number | null;
}

export function statusOf(analysis: Analysis, releases: readonly string[]): ScriptStatus {
  const { document, release, silentBecause } = analysis;
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
  };
}
