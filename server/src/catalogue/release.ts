import type { OffsetRange } from '../text/location.ts';
import { compareReleases } from './versions.ts';

/** Where the release that a file is judged by was stated, strongest first; only `assumed` is a guess. */
export type ReleaseFrom = 'option' | 'comment' | 'setting' | 'fork' | 'installed' | 'assumed';

/** The OpenRLHF release that a file is judged by, and why. */
export interface ReleaseChoice {
  /** A bundled release, such as `0.11.2`, or the one that the user's own copy says it is. */
  readonly release: string;
  readonly from: ReleaseFrom;
  /** What was asked for, when no catalogue is bundled for exactly that. */
  readonly asked?: string;
  /** Statements that name no release at all and were passed over. */
  readonly unusable?: readonly { readonly from: ReleaseFrom; readonly text: string }[];
}

/** What states a release; absent where nothing was said. */
export type ReleaseStatements = Readonly<Partial<Record<Exclude<ReleaseFrom, 'assumed'>, string>>>;

/** Strength of a statement: the command-line option overrules the comment in the file, and so on. */
const ORDER = ['option', 'comment', 'setting', 'fork', 'installed'] as const;

/**
 * The release to judge by. `resolve` finds the bundled release that stands for a text (`v0.11.2`, `0.11.3`), or
 * `undefined` where the text names none; such a statement is passed over and named in `unusable`.
 */
export function chooseRelease(
  statements: ReleaseStatements,
  newest: string,
  resolve: (text: string) => string | undefined,
): ReleaseChoice {
  const unusable: { from: ReleaseFrom; text: string }[] = [];
  for (const from of ORDER) {
    const text = statements[from]?.trim();
    if (!text) continue;
    const release = resolve(text);
    if (release === undefined) {
      unusable.push({ from, text });
      continue;
    }
    const exact = compareReleases(text, release) === 0;
    return { release, from, ...(exact ? {} : { asked: text }), ...(unusable.length ? { unusable } : {}) };
  }
  return { release: newest, from: 'assumed', ...(unusable.length ? { unusable } : {}) };
}

const COMMENT = /^[ \t]*#[ \t]*openrlhf:[ \t]*release[ \t]+(\S+)/m;

/** The release stated by a comment line `# openrlhf: release 0.11.0`, with the place of the release in it. */
export function releaseComment(text: string): { readonly release: string; readonly range: OffsetRange } | undefined {
  const match = COMMENT.exec(text);
  const release = match?.[1];
  if (!match || release === undefined) return undefined;
  const end = match.index + match[0].length;
  return { release, range: { start: end - release.length, end } };
}
