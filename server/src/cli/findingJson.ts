import type { ReleaseChoice } from '../catalogue/release.ts';
import { render } from '../messages/render.ts';
import type { Finding, Severity, Stage } from '../rules/model.ts';
import type { PositionRange } from '../text/location.ts';
import type { FullPlaceNamer } from './launchJson.ts';

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

export interface FixJson {
  readonly title: string;
  readonly edits: readonly { readonly file?: string; readonly range: PositionRange; readonly newText: string }[];
}

export function findingJson(finding: Finding, release: ReleaseChoice, place: FullPlaceNamer): FindingJson {
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
    related: finding.related.map(({ location, message }) => ({ ...place(location), message: render(message) })),
    fixes: finding.fixes.map((fix) => ({
      title: render(fix.title),
      edits: fix.edits.map(({ location, newText }) => {
        const at = place(location);
        return { ...(at.file === file ? {} : { file: at.file }), range: at.range, newText };
      }),
    })),
  };
}
