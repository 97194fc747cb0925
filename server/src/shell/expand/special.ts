import type { Location } from '../../text/location.ts';
import { folderOf } from '../builtins/folders.ts';
import type { Machine } from '../machine.ts';
import { serial, unknown } from '../machine.ts';
import { restrictTree } from '../merge.ts';
import { slots } from '../state.ts';
import type { Text } from '../values.ts';
import { computed } from '../values.ts';
import { countOf } from './lists.ts';
import { positionalFields } from './positional.ts';

/** Special parameters and the variables that bash computes; `undefined` for all others. */
export function specialText(m: Machine, name: string, at: Location): Text | undefined {
  const integer = (): Text => [
    { kind: 'unknown', why: unknown('read-at-run-time', name), at, symbol: serial(m, name), shape: 'integer' },
  ];
  switch (name) {
    case '#':
      return [countOf(m, positionalFields(m, at), at)];
    case '?':
      return statusText(m, at) ?? integer();
    case '!':
      return m.state.get(slots.background) === undefined ? [] : integer();
    case '$':
    case 'RANDOM':
    case 'SRANDOM':
    case 'SECONDS':
    case 'EPOCHSECONDS':
    case 'BASHPID':
    case 'PPID':
    case 'LINENO':
      return m.state.get(name) === undefined ? integer() : undefined;
    case '-':
    case '_':
      return [{ kind: 'unknown', why: unknown('read-at-run-time', name), at, symbol: serial(m, name), shape: 'word' }];
    case '0':
      return [scriptPath(at, m.request.uri)];
    case 'BASH_SOURCE':
      return [scriptPath(at, m.sourcing[m.sourcing.length - 1] ?? m.request.uri)];
    case 'PWD':
      return m.state.get('PWD') === undefined ? folderOf(m, at) : undefined;
    default:
      return undefined;
  }
}

function statusText(m: Machine, at: Location): Text | undefined {
  const status = restrictTree(m.status, m.state.assume);
  return status.leaf && status.value ? [computed('0', at)] : undefined;
}

/** A path that differs from machine to machine, but whose place in the workspace we know. */
export function scriptPath(at: Location, path: string): Text[number] {
  return { kind: 'unknown', why: unknown('positional-parameter', '0'), at, symbol: `path:${path}`, shape: 'any', path };
}
