import type { KnownWord } from '../text/items.ts';
import type { Location } from '../text/location.ts';
import { toItems, wordOfText } from './items.ts';
import type { Machine } from './machine.ts';
import { step, unknown } from './machine.ts';
import { textOfTree } from './merge.ts';
import type { LaunchCommand } from './model.ts';
import type { Value } from './state.ts';
import { slots } from './state.ts';
import type { FieldItem, Fields } from './values.ts';
import { computed, knownText, mapTree } from './values.ts';
import { reachesProcesses, scalarOfValue, textOf, valueOf } from './variables.ts';

/** A launch that was found in the words of a command. */
export interface Found {
  readonly how: 'module' | 'path';
  readonly module: FieldItem;
  /** The words before the module. */
  readonly launcher: Fields;
  readonly argv: Fields;
}

/** Adds a launch in the present situation of the machine. */
export function addLaunch(m: Machine, found: Found, at: Location): void {
  if (found.module.kind !== 'field') return;
  const name = found.module;
  const word = wordOfText(name.text, name.word, name.use ?? at);
  const value = knownText(name.text);
  if (word.kind !== 'known' || value === null) return;
  const module: KnownWord = { ...word, value: value.replace(/\r$/, '') };
  const launch: LaunchCommand = {
    module,
    how: found.how,
    location: at,
    conditional: m.conditional > 0 || m.uncertain || m.doomed || m.frames.some((frame) => frame.escapes.length > 0),
    repeated: m.repeated > 0,
    via: [...m.via],
    launcher: toItems(found.launcher, at),
    env: environment(m, at),
    wrappers: [...m.wrappers],
    argv: toItems(found.argv, at),
    secondShell: m.secondShell,
    ...(m.submit === null ? {} : { submit: m.submit }),
    ...changedFolder(m, at),
  };
  step(m, launch.argv.length);
  m.launches.push(launch);
}

/** The folder that the script has gone to, as far as it is one of the workspace. */
function changedFolder(m: Machine, at: Location): { folder?: string; elsewhere?: true } {
  if (m.state.get(slots.folder) === undefined) return {};
  const [piece, ...others] = textOf(m, slots.folder, at);
  return piece?.kind === 'unknown' && piece.path !== undefined && others.length === 0
    ? { folder: piece.path }
    : { elsewhere: true };
}

/** One word, or none where a process gets no variable of the name: bash exports no array. */
function exportedText(m: Machine, name: string, value: Value, at: Location): Fields {
  switch (value.kind) {
    case 'scalar':
    case 'opaque':
      return [{ kind: 'field', text: textOfTree(mapTree(scalarOfValue(value, name, at), (s) => s.text)), word: at }];
    case 'choice': {
      const alts = value.alts.map((alt) => exportedText(m, name, alt, at));
      return alts.every((alt) => alt.length === 0) ? [] : [{ kind: 'choice', choice: value.choice, alts }];
    }
    case 'unset':
    case 'array':
    case 'assoc':
    case 'function':
    case 'ref':
      return [];
  }
}

/** The variables that the script exports to the process. */
function environment(m: Machine, at: Location): LaunchCommand['env'] {
  const out: { name: string; item: LaunchCommand['argv'][number] }[] = [];
  for (const name of m.state.mayBeExported()) {
    if (name.startsWith(' ')) continue;
    const cell = m.state.get(name);
    if (cell?.flags.includes('x') !== true) continue;
    // A name reference that is exported itself carries the name that it leads to.
    const value: Value =
      cell.value.kind === 'ref' ? { kind: 'scalar', text: [computed(cell.value.name, at)] } : valueOf(m, name);
    // What is exported on some ways only may not be there.
    const [item] = !reachesProcesses(cell.flags)
      ? [{ kind: 'unknown' as const, why: unknown('unknown-condition', name), location: at }]
      : toItems(exportedText(m, name, value, at), at);
    if (item !== undefined) out.push({ name, item });
  }
  return out;
}
