import type { SyntaxNode } from '@lezer/common';
import { LIBRARY, libraryMember } from './names.ts';
import type { Frame, Run } from './run.ts';
import { children, splitAtCommas, textOf } from './tree.ts';

/** `import a.b as c`, `from .a import b as c, d`, `from a import *`. Modules are read when a name of theirs is used. */
export function importNames(run: Run, frame: Frame, node: SyntaxNode): void {
  const parts = children(node).filter(({ name }) => name !== '(' && name !== ')');
  const text = (part: SyntaxNode | undefined): string => (part ? textOf(frame.source, part) : '');
  const at = parts.findIndex(({ name }) => name === 'import');
  const from = parts[0]?.name === 'from';
  const imported = splitAtCommas(parts.slice(at + 1));
  if (!from) {
    for (const group of imported) {
      const as = group.findIndex(({ name }) => name === 'as');
      const path = group
        .slice(0, as < 0 ? undefined : as)
        .map(text)
        .join('');
      const root = path.split('.')[0] ?? path;
      if (as >= 0) bindModule(frame, text(group[as + 1]), path);
      else bindModule(frame, root, root);
    }
    return;
  }
  const written = parts.slice(1, at).map(text).join('');
  const module = absolute(frame.source.module, written);
  for (const group of imported) {
    const name = text(group[0]);
    const alias = text(group.find((_, index) => group[index - 1]?.name === 'as')) || name;
    if (name === '*') star(run, frame, module);
    else if (LIBRARY.has(module)) frame.scope.set(alias, libraryMember(`${module}.${name}`));
    else frame.scope.set(alias, { kind: 'imported', module, name });
  }
}

function bindModule(frame: Frame, name: string, module: string): void {
  frame.scope.set(name, LIBRARY.has(module) ? { kind: 'builtin', name: module } : { kind: 'module', module });
}

/** `..utils` seen from `openrlhf.cli.train_sft` is `openrlhf.utils`. */
function absolute(here: string, written: string): string {
  const dots = /^\.*/.exec(written)?.[0].length ?? 0;
  if (dots === 0) return written;
  const base = here.split('.').slice(0, -dots);
  const rest = written.slice(dots);
  return [...base, ...(rest ? [rest] : [])].join('.');
}

function star(run: Run, frame: Frame, module: string): void {
  if (LIBRARY.has(module)) return;
  for (const [name, value] of run.module(module)?.scope.names ?? [])
    if (!name.startsWith('_')) frame.scope.set(name, value);
}
