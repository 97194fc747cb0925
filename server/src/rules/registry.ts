import { abbreviations } from './abbreviations.ts';
import { arity } from './arity.ts';
import { booleans } from './booleans.ts';
import type { LaunchFamily, RuleRow, ScriptFamily } from './context.ts';
import type { PythonFamily } from './python/context.ts';
import { unknownFlags } from './flags.ts';
import { IGNORE_RULES } from './ignore/rows.ts';
import { launchers } from './launcher.ts';
import { modules } from './modules.ts';
import { namedFiles } from './namedFiles.ts';
import { placeholders } from './placeholders.ts';
import { agentExecutor } from './python/agentExecutor.ts';
import { agentImages } from './python/agentImages.ts';
import { agentInstance } from './python/agentInstance.ts';
import { agentResult } from './python/agentResult.ts';
import { blocking } from './python/blocking.ts';
import { ownExecute } from './python/execute.ts';
import { extraLogs } from './python/extraLogs.ts';
import { launchSides } from './python/launchSides.ts';
import { loading } from './python/loading.ts';
import { oldGenerations } from './python/oldGenerations.ts';
import { raising } from './python/raising.ts';
import { rewardFunction } from './python/rewardFunction.ts';
import { rewardResult } from './python/rewardResult.ts';
import { rewardServer } from './python/rewardServer.ts';
import { rewardWorth } from './python/rewardWorth.ts';
import { raySubmit } from './ray/options.ts';
import { rayRuntimeEnv } from './ray/runtimeEnv.ts';
import { raySecondShell } from './ray/secondShell.ts';
import { releases } from './release.ts';
import { repeated } from './repeated.ts';
import { scriptText } from './script.ts';
import { rewardUrls } from './rewardUrls.ts';
import { secrets } from './secrets.ts';
import { strayWords } from './strayWords.ts';
import { accepted } from './strings.ts';
import { thresholds } from './thresholds.ts';
import { literals } from './values.ts';
import { wandbKey } from './wandb.ts';

/** Checks of one launch, in the order in which their findings at one place are told. */
export const LAUNCH_FAMILIES: readonly LaunchFamily[] = [
  unknownFlags,
  abbreviations,
  arity,
  literals,
  booleans,
  strayWords,
  repeated,
  accepted,
  thresholds,
  rewardUrls,
  wandbKey,
  launchers,
  raySubmit,
  rayRuntimeEnv,
  raySecondShell,
  namedFiles,
];

/** Checks of the script. */
export const SCRIPT_FAMILIES: readonly ScriptFamily[] = [releases, modules, scriptText, placeholders, secrets];

/** Checks of a Python file that OpenRLHF would load, in the order in which their findings at one place are told. */
export const PYTHON_FAMILIES: readonly PythonFamily[] = [
  loading,
  rewardFunction,
  rewardServer,
  rewardResult,
  rewardWorth,
  extraLogs,
  agentExecutor,
  agentInstance,
  agentResult,
  agentImages,
  ownExecute,
  blocking,
  raising,
  oldGenerations,
  launchSides,
];

/** Every rule once. */
export const RULES: readonly RuleRow[] = [
  ...[...LAUNCH_FAMILIES, ...SCRIPT_FAMILIES, ...PYTHON_FAMILIES].flatMap(({ rules }) => rules),
  ...IGNORE_RULES,
];
