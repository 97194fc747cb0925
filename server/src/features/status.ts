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
  /** Launches found, in order; lines from 0. */
  readonly launches: readonly { readonly entryPoint: string | null; readonly module: string; readonly line: number }[];
  /** Why nothing is judged, in a sentence, or `null`. */
  readonly silentBecause: string | null;
}

export function statusOf(analysis: Analysis, releases: readonly string[]): ScriptStatus {
  const { document, release, script } = analysis;
  const shell = script.foreignShell;
  return {
    uri: document.uri,
    release: release.release,
    releaseFrom: release.from,
    ...(release.asked === undefined ? {} : { releaseAsked: release.asked }),
    releases,
    launches: analysis.launches.map(({ launch }) => ({
      entryPoint: launch.entryPoint,
      module: launch.module,
      line: launch.location.uri === document.uri ? document.lines.position(launch.location.range.start).line : 0,
    })),
    silentBecause: shell === undefined ? null : render({ key: 'status-foreign-shell', args: { shell } }),
  };
}
