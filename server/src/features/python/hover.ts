import { MarkupKind, type Hover } from 'vscode-languageserver-types';
import type { OffsetRange } from '../../text/location.ts';
import { lspRange, type SourceDocument } from '../document.ts';
import { contractSpot } from './contractSpot.ts';
import { callMarkdown, keyMarkdown } from './contractText.ts';

/** What OpenRLHF does with a key, a parameter or a function of the file; `null` where it does nothing. */
export function pythonHover(document: SourceDocument, offset: number): Hover | null {
  const spot = contractSpot(document.text, offset);
  switch (spot?.kind) {
    case 'key': {
      const key = spot.keys.find(({ name }) => name === spot.string.text);
      return key === undefined ? null : hover(document, spot.string.range, keyMarkdown(key));
    }
    case 'call':
      return hover(document, spot.range, callMarkdown(spot.call));
    case 'parameter':
      return hover(document, spot.range, keyMarkdown(spot.key));
    case 'parameters':
    case 'body':
    case undefined:
      return null;
  }
}

function hover(document: SourceDocument, range: OffsetRange, value: string): Hover {
  return { contents: { kind: MarkupKind.Markdown, value }, range: lspRange(document.lines, range) };
}
