import type { Condition } from '../branches.ts';
import type { Invocation } from '../commands.ts';
import type { Machine } from '../machine.ts';
import { declaring } from './declaring.ts';
import { flow } from './flow.ts';
import { folders } from './folders.ts';
import { printing } from './printing.ts';
import { reading } from './reading.ts';
import { running } from './running.ts';
import { settings } from './settings.ts';
import { testing } from './testing.ts';

export type Builtin = (m: Machine, call: Invocation) => Condition | undefined;

/** The builtins of bash that are modelled, and small programs whose output can be computed. */
export function runBuiltin(m: Machine, call: Invocation, name: string): Condition | undefined {
  const families = [declaring, flow, folders, printing, reading, running, settings, testing];
  const family = families.find((builtins) => Object.hasOwn(builtins, name));
  return family?.[name]?.(m, call);
}
