import type { InlayHint } from 'vscode-languageserver-types';
import { redacted } from '../../text/keys.ts';
import type { OffsetRange } from '../../text/location.ts';
import type { Analysis } from '../analysis.ts';

/** So many values of one place are shown; a loop gives it one in each round. */
const SHOWN = 3;
/** Longer values are cut off; the tooltip has all of it. */
const LENGTH = 48;

/** Values of flags that stand behind variables, at the end of the word that hides them, within a range of the document. */
export function inlayHints(analysis: Pick<Analysis, 'document' | 'launches'>, range: OffsetRange): InlayHint[] {
  const { lines } = analysis.document;
  return [...hiddenValues(analysis)]
    .filter(([end]) => range.start <= end && end <= range.end)
    .sort(([a], [b]) => a - b)
    .flatMap(([end, values]) => {
      // Of a value that is not known in some round the others would tell half the truth.
      if (values.has(null) || values.size === 0) return [];
      const known = [...values].flatMap((value) => (value === null ? [] : [redacted(value)]));
      const shown = known.slice(0, SHOWN).map(shortened);
      return [
        {
          position: { ...lines.position(end) },
          label: `= ${[...shown, ...(known.length > SHOWN ? ['…'] : [])].join(' | ')}`,
          tooltip: known.join('\n'),
          paddingLeft: true,
        },
      ];
    });
}

/** By the end of a word that is written with a variable, the values that it has in launches; `null` for one that is not known. */
function hiddenValues({
  document,
  launches,
}: Pick<Analysis, 'document' | 'launches'>): Map<number, Set<string | null>> {
  const found = new Map<number, Set<string | null>>();
  for (const { ways } of launches) {
    for (const word of ways.flatMap(({ binding }) => binding.uses.flatMap((use) => use.values))) {
      const { uri, range } = word.use ?? word.location;
      const written = document.text.slice(range.start, range.end);
      // `"${ARGS[@]}"` stands for many words: what each of them is, is written in the array.
      if (uri !== document.uri || !written.includes('$') || written.includes('[@]') || word.kind === 'many') continue;
      const closing = /^["']/.exec(document.text.slice(range.end))?.[0].length ?? 0;
      const values = found.get(range.end + closing) ?? new Set<string | null>();
      values.add(word.kind === 'known' ? word.value : null);
      found.set(range.end + closing, values);
    }
  }
  return found;
}

function shortened(value: string): string {
  const line = value.replace(/\s+/g, ' ');
  return line.length > LENGTH ? `${line.slice(0, LENGTH - 1)}…` : line === '' ? '""' : line;
}
