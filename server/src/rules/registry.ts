import type { LaunchFamily, RuleRow, ScriptFamily } from './context.ts';
import { unknownFlags } from './flags.ts';
import { literals } from './values.ts';

/** Checks of one launch, in the order in which their findings at one place are told. */
export const LAUNCH_FAMILIES: readonly LaunchFamily[] = [unknownFlags, literals];

/** Checks of the script. */
export const SCRIPT_FAMILIES: readonly ScriptFamily[] = [];

/** Every rule once. */
export const RULES: readonly RuleRow[] = [...LAUNCH_FAMILIES, ...SCRIPT_FAMILIES].flatMap(({ rules }) => rules);
