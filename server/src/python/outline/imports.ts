import type { SyntaxNode } from '@lezer/common';
import type { OffsetRange } from '../../text/location.ts';
import { children, splitAtCommas, textOf, type PythonSource } from '../tree.ts';

/** An `ImportStatement` taken apart. */
export interface ImportParts {
  /** `import a.b as c`: its modules, with the name that each binds. */
  readonly modules: readonly { module: string; moduleRange: OffsetRange; bound: string; whole: boolean }[];
  /** `from a import b as c`; `null` for a plain import. */
  readonly from: {
    readonly module: string;
    readonly moduleRange: OffsetRange;
    readonly names: readonly { name: string; bound: string; range: OffsetRange }[];
    readonly star: boolean;
  } | null;
}

export function importParts(source: PythonSource, node: SyntaxNode): ImportParts {
  const parts = children(node).filter(({ name, type }) => name !== '(' && name !== ')' && !type.isError);
  const at = parts.findIndex(({ name }) => name === 'import');
  const groups = splitAtCommas(parts.slice(at + 1)).map((group) => {
    const as = group.findIndex(({ name }) => name === 'as');
    const path = group.slice(0, as < 0 ? undefined : as);
    const alias = as < 0 ? undefined : group[as + 1];
    return { path: path.map((part) => textOf(source, part)).join(''), range: span(path, node), alias };
  });
  if (parts[0]?.name !== 'from')
    return {
      modules: groups.map(({ path, range, alias }) => ({
        module: path,
        moduleRange: range,
        bound: alias ? textOf(source, alias) : (path.split('.')[0] ?? path),
        whole: alias !== undefined,
      })),
      from: null,
    };
  const written = parts.slice(1, at);
  return {
    modules: [],
    from: {
      module: written.map((part) => textOf(source, part)).join(''),
      moduleRange: span(written, node),
      names: groups
        .filter(({ path }) => path !== '*')
        .map(({ path, range, alias }) => ({ name: path, bound: alias ? textOf(source, alias) : path, range })),
      star: groups.some(({ path }) => path === '*'),
    },
  };
}

function span(nodes: readonly SyntaxNode[], otherwise: SyntaxNode): OffsetRange {
  return { start: nodes[0]?.from ?? otherwise.from, end: nodes.at(-1)?.to ?? otherwise.to };
}
