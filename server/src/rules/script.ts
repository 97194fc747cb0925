import type { ScriptNote } from '../shell/model.ts';
import type { Location } from '../text/location.ts';
import type { Draft, RuleContext, ScriptFamily } from './context.ts';
import { fix, say } from './finding.ts';
import type { Fix, TextEdit } from './model.ts';
import type { TextOf } from './words.ts';

type Cut = Extract<ScriptNote, { readonly kind: 'continuation-cut' }>;

/** A launch that bash ends before its author does. */
export const scriptText: ScriptFamily = {
  rules: [
    { id: 'continuation-cut-comment', severity: 'error', stage: 'S0' },
    { id: 'continuation-cut-space', severity: 'error', stage: 'S0' },
    { id: 'continuation-cut-blank', severity: 'error', stage: 'S0' },
    { id: 'missing-backslash', severity: 'error', stage: 'S0' },
    { id: 'crlf-line-ending', severity: 'error', stage: 'S0' },
    { id: 'missing-source', severity: 'hint', stage: null },
  ],
  *check(context) {
    // A script that launches nothing is none of our business.
    if (context.launches.length === 0) return;
    const withCrlf = new Set<string>();
    for (const note of context.notes) {
      switch (note.kind) {
        case 'continuation-cut':
          yield cutDraft(note, context);
          break;
        case 'crlf':
          if (!withCrlf.has(note.location.uri)) yield crlfDraft(note.location, context.textOf);
          withCrlf.add(note.location.uri);
          break;
        case 'missing-source':
          yield {
            code: 'missing-source',
            location: note.location,
            message: note.path === null ? say('missing-source-unknown') : say('missing-source', { path: note.path }),
            subjects: [],
          };
          break;
        case 'placeholder-redirection':
          // Told with the other placeholders.
          break;
      }
    }
  },
};

const CODES = {
  comment: 'continuation-cut-comment',
  'space-after-backslash': 'continuation-cut-space',
  'blank-line': 'continuation-cut-blank',
  'missing-backslash': 'missing-backslash',
} as const satisfies Record<Cut['by'], string>;

function cutDraft(note: Cut, { textOf }: RuleContext): Draft {
  const code = CODES[note.by];
  const edits = mend(note, textOf);
  const fixes: Fix[] = edits ? [fix(say('fix-continuation'), edits, true)] : [];
  return {
    code,
    location: note.location,
    message: say(code),
    related: [{ location: note.orphans, message: say('related-orphans') }],
    fixes,
    subjects: [],
  };
}

function mend({ by, location }: Cut, textOf: TextOf): TextEdit[] | undefined {
  const { uri, range } = location;
  const text = textOf(uri);
  if (text === undefined) return undefined;
  switch (by) {
    case 'space-after-backslash':
      return [{ location, newText: '\\' }];
    case 'missing-backslash':
      return [{ location: { uri, range: { start: range.end, end: range.end } }, newText: ' \\' }];
    case 'blank-line':
      return [{ location: { uri, range: wholeLines(text, range.start, range.end) }, newText: '' }];
    case 'comment':
      return mendComment(text, location);
  }
}

/** A comment on a line of its own goes with its line; one behind words leaves the backslash that it swallowed. */
function mendComment(text: string, { uri, range }: Location): TextEdit[] {
  const lineStart = text.lastIndexOf('\n', range.start - 1) + 1;
  if (text.slice(lineStart, range.start).trim() === '') {
    return [{ location: { uri, range: wholeLines(text, range.start, range.end) }, newText: '' }];
  }
  return [{ location: { uri, range }, newText: '\\' }];
}

/** From the start of the first line to the start of the line after the last. */
function wholeLines(text: string, start: number, end: number): { start: number; end: number } {
  const newline = text.indexOf('\n', Math.max(start, text[end - 1] === '\n' ? end - 1 : end));
  return { start: text.lastIndexOf('\n', start - 1) + 1, end: newline < 0 ? text.length : newline + 1 };
}

function crlfDraft(location: Location, textOf: TextOf): Draft {
  const { uri } = location;
  const edits: TextEdit[] = [];
  for (const match of (textOf(uri) ?? '').matchAll(/\r(?=\n)/g)) {
    edits.push({ location: { uri, range: { start: match.index, end: match.index + 1 } }, newText: '' });
  }
  return {
    code: 'crlf-line-ending',
    location,
    message: say('crlf-line-ending'),
    fixes: edits.length > 0 ? [fix(say('fix-crlf'), edits, true)] : [],
    subjects: [],
  };
}
