import type { EffectiveConfig } from '../../config/model.ts';
import type { Flow } from '../../python/flow/model.ts';
import type { PythonFile, PythonFiles } from '../../python/outline/model.ts';
import type { Route } from '../../python/outline/routes.ts';
import type { Location } from '../../text/location.ts';
import type { Draft, RuleRow } from '../context.ts';

/** How OpenRLHF would load a Python file. */
export type PythonRole = 'reward-function' | 'agent';

/** A launch that names a Python file. */
export interface PythonUse {
  readonly role: PythonRole;
  /** The script and the launch's id in it. */
  readonly script: string;
  readonly launch: string;
  /** The word that names the file, in the script. */
  readonly location: Location;
  /** The flag, such as `reward.remote_url`. */
  readonly flag: string;
  /** The path as written. */
  readonly path: string;
  /** The launch sets PYTHONPATH, so that more than its working directory is searched for modules. */
  readonly setsPythonPath: boolean;
  /** What the run works with, after OpenRLHF's own check; one per way through the launch. */
  readonly configs: readonly EffectiveConfig[];
  readonly release: string;
  /** Nobody has said which release it is. */
  readonly assumed: boolean;
}

/** A launch that asks a reward server by a URL. */
export interface ServerUse extends Pick<
  PythonUse,
  'script' | 'launch' | 'location' | 'flag' | 'path' | 'configs' | 'release' | 'assumed'
> {
  /** The path of the URL, from the first `/`. */
  readonly route: string;
}

/** A Python file under the contract, with what judges it. */
export interface PythonContext {
  readonly file: PythonFile;
  readonly files: PythonFiles;
  readonly flow: Flow;
  /** By launches that name it; where none does, by what it imports from `openrlhf`. Empty for what is a reward server alone. */
  readonly roles: readonly PythonRole[];
  readonly uses: readonly PythonUse[];
  /** The routes that launches ask for rewards; where none does, those that take a POST in a file that imports `openrlhf`. */
  readonly routes: readonly Route[];
  /** The launches that ask these. */
  readonly asking: readonly ServerUse[];
  /** Releases that judge it: those of its launches, else the folder's. Never empty, oldest first. */
  readonly releases: readonly string[];
  /** None of these is stated: nothing that holds for some releases only is an error. */
  readonly assumed: boolean;
}

/** Rules that share one look at a Python file. */
export interface PythonFamily {
  readonly rules: readonly RuleRow[];
  readonly check: (context: PythonContext) => Iterable<Draft>;
}
