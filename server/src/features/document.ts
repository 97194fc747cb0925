import { LineIndex } from '../text/lineIndex.ts';
import type { OffsetRange } from '../text/location.ts';
import type { Range } from 'vscode-languageserver-types';

/** One version of an open document. */
export interface SourceDocument {
  readonly uri: string;
  readonly languageId: string;
  readonly version: number;
  readonly text: string;
  readonly lines: LineIndex;
}

export function sourceDocument(uri: string, languageId: string, version: number, text: string): SourceDocument {
  return { uri, languageId, version, text, lines: new LineIndex(text) };
}

/** A range in LSP's terms. */
export function lspRange(lines: LineIndex, range: OffsetRange): Range {
  const { start, end } = lines.range(range);
  return { start: { ...start }, end: { ...end } };
}

/** True for Python; everything else that is looked at is a shell script. */
export function isPython({ languageId }: Pick<SourceDocument, 'languageId'>): boolean {
  return languageId === 'python';
}
