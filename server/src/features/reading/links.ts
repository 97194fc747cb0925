import type { DocumentLink } from 'vscode-languageserver-types';
import type { Analysis } from '../analysis.ts';
import { lspRange } from '../document.ts';

/** Links from the paths of Python files that launches name to the files, where they are there. */
export function documentLinks({ document, namedFiles }: Analysis): DocumentLink[] {
  const links = new Map<number, DocumentLink>();
  for (const { uri, use } of namedFiles) {
    const { uri: script, range } = use.location;
    if (uri === null || script !== document.uri || links.has(range.start)) continue;
    links.set(range.start, { range: lspRange(document.lines, range), target: uri });
  }
  return [...links.values()];
}
