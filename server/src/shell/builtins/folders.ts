import type { Location } from '../../text/location.ts';
import type { Condition } from '../branches.ts';
import { yes } from '../branches.ts';
import type { Invocation } from '../commands.ts';
import type { Machine } from '../machine.ts';
import { serial, unknown } from '../machine.ts';
import { emit } from '../outcomes.ts';
import { dirname, resolvePath } from '../paths.ts';
import { slots } from '../state.ts';
import type { FieldItem, Text } from '../values.ts';
import { computed, knownText } from '../values.ts';
import { textOf, valueOf, write } from '../variables.ts';
import type { Builtin } from './registry.ts';
import { pathOperand } from './running.ts';

/** `cd`, `pushd`, `popd`, `pwd`. Where they lead is followed for paths in the workspace, so that `source` finds its file. */
export const folders: Readonly<Record<string, Builtin>> = { cd, pushd, popd, pwd };

/**
 * The folder that commands run in, as a text that nobody knows on another machine. Until the script changes it, it is taken to be
 * the script's own.
 */
export function folderOf(m: Machine, at: Location): Text {
  if (m.state.get(slots.folder) !== undefined) return textOf(m, slots.folder, at);
  return pathText(dirname(m.request.uri), at);
}

function pathText(path: string, at: Location): Text {
  return [{ kind: 'unknown', why: unknown('read-at-run-time', 'PWD'), at, symbol: `path:${path}`, shape: 'any', path }];
}

function unknownFolder(m: Machine, at: Location): Text {
  return [{ kind: 'unknown', why: unknown('read-at-run-time', 'PWD'), at, symbol: serial(m, 'folder'), shape: 'any' }];
}

/** Goes to a folder; `null` is one that is not known. A change of folder counts as done. */
function enter(m: Machine, target: Text | null, at: Location): Condition {
  const before = folderOf(m, at);
  let folder = unknownFolder(m, at);
  if (target !== null && knownText(target) === '-') {
    if (m.state.get(slots.oldFolder) !== undefined) folder = textOf(m, slots.oldFolder, at);
  } else {
    const path = target === null ? null : workspacePath(target, before);
    if (path !== null) folder = pathText(path, at);
  }
  write(m, slots.folder, { value: { kind: 'scalar', text: folder }, flags: '' });
  write(m, slots.oldFolder, { value: { kind: 'scalar', text: before }, flags: '' });
  return yes;
}

function cd(m: Machine, call: Invocation): Condition {
  return enter(m, pathOperand(m, call), call.at);
}

function stack(m: Machine): readonly FieldItem[] {
  if (m.state.get(slots.folders) === undefined) return [];
  const value = valueOf(m, slots.folders);
  return value.kind === 'array' ? value.items : [];
}

function pushd(m: Machine, call: Invocation): Condition {
  const item: FieldItem = { kind: 'field', text: folderOf(m, call.at), word: call.at };
  write(m, slots.folders, { value: { kind: 'array', items: [...stack(m), item] }, flags: '' });
  return enter(m, pathOperand(m, call), call.at);
}

function popd(m: Machine, call: Invocation): Condition {
  const items = stack(m);
  const last = items[items.length - 1];
  const folder = last?.kind === 'field' ? last.text : unknownFolder(m, call.at);
  write(m, slots.folders, { value: { kind: 'array', items: items.slice(0, -1) }, flags: '' });
  write(m, slots.folder, { value: { kind: 'scalar', text: folder }, flags: '' });
  return yes;
}

function pwd(m: Machine, call: Invocation): Condition {
  emit(m, [...folderOf(m, call.at), computed('\n', call.at)]);
  return yes;
}

/** The URI that a path leads to, seen from a folder; `null` where it is not known in the workspace. */
export function workspacePath(text: Text, folder: Text): string | null {
  const [first, ...rest] = text;
  if (first === undefined) return null;
  const whole = knownText(text);
  if (whole !== null) {
    const base = folder[0];
    if (whole === '' || whole.startsWith('/') || folder.length !== 1) return null;
    return base?.kind === 'unknown' && base.path !== undefined ? resolvePath(base.path, whole) : null;
  }
  if (first.kind !== 'unknown' || first.path === undefined) return null;
  const tail = knownText(rest);
  return tail === null || (tail !== '' && !tail.startsWith('/')) ? null : resolvePath(first.path, `.${tail}`);
}
