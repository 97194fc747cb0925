import type { KnownWord } from '../text/items.ts';
import type { Location } from '../text/location.ts';
import { toItems, wordOfText } from './items.ts';
import type { Machine } from './machine.ts';
import { step } from './machine.ts';
import { textOfTree } from './merge.ts';
import type { LaunchCommand } from './model.ts';
import type { FieldItem, Fields } from './values.ts';
import { knownText, mapTree } from './values.ts';
import { scalarOf, valueOf } from './variables.ts';

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
  };
  step(m, launch.argv.length);
  m.launches.push(launch);
}

/** The variables that the script exports to the process. */
function environment(m: Machine, at: Location): LaunchCommand['env'] {
  const out: { name: string; item: LaunchCommand['argv'][number] }[] = [];
  for (const name of m.state.names()) {
    if (name.startsWith(' ')) continue;
    const cell = m.state.get(name);
    if (cell?.flags.includes('x') !== true) continue;
    // Bash exports no array; what is exported on some ways only may not be there.
    const value = valueOf(m, name);
    if (value.kind === 'array' || value.kind === 'assoc' || value.kind === 'unset') continue;
    if (cell.flags.includes('?') || value.kind === 'choice') {
      out.push({ name, item: { kind: 'unknown', why: { reason: 'unknown-condition', name }, location: at } });
      continue;
    }
    const text = textOfTree(mapTree(scalarOf(m, name, at), (s) => s.text));
    const [item] = toItems([{ kind: 'field', text, word: at }], at);
    if (item !== undefined) out.push({ name, item });
  }
  return out;
}
