import type { DocumentSymbol, SymbolKind } from 'vscode-languageserver-types';
import type { LineIndex } from '../../text/lineIndex.ts';
import type { Analysis } from '../analysis.ts';
import { lspRange } from '../document.ts';
import { containersOf, type Container, type SectionRun } from './containers.ts';
import type { FlagPlace } from './flagPlaces.ts';

/** Values of LSP's enumeration, which is a value only in its own package. */
const KINDS = {
  launch: 24 satisfies typeof SymbolKind.Event,
  variable: 18 satisfies typeof SymbolKind.Array,
  section: 3 satisfies typeof SymbolKind.Namespace,
  flag: 7 satisfies typeof SymbolKind.Property,
} as const;

/** Longer values are cut off in lists. */
const DETAIL = 80;

/** Launches and the variables that hold their flags → sections → flags, as an outline shows them. */
export function documentSymbols(analysis: Analysis): DocumentSymbol[] {
  const { lines } = analysis.document;
  return containersOf(analysis).map((container) => ({
    name: container.name,
    kind: KINDS[container.kind],
    range: lspRange(lines, container.range),
    selectionRange: lspRange(lines, container.nameRange),
    children: childrenOf(container, lines),
  }));
}

function childrenOf({ runs }: Container, lines: LineIndex): DocumentSymbol[] {
  return runs.flatMap((run) =>
    run.section === '' ? run.flags.map((flag) => flagSymbol(flag, lines)) : [sectionSymbol(run, lines)],
  );
}

function sectionSymbol({ section, range, flags }: SectionRun, lines: LineIndex): DocumentSymbol {
  const [first] = flags;
  return {
    name: section,
    kind: KINDS.section,
    range: lspRange(lines, range),
    selectionRange: lspRange(lines, first?.word ?? range),
    children: flags.map((flag) => flagSymbol(flag, lines)),
  };
}

function flagSymbol({ flag, value, word, range }: FlagPlace, lines: LineIndex): DocumentSymbol {
  const detail = value.replace(/\s+/g, ' ');
  return {
    name: flag,
    detail: detail.length > DETAIL ? `${detail.slice(0, DETAIL - 1)}…` : detail,
    kind: KINDS.flag,
    range: lspRange(lines, range),
    selectionRange: lspRange(lines, word),
  };
}
