import type { Item } from '../text/items.ts';
import type { Location } from '../text/location.ts';

/** One way in which a launch is reached from the top of the script. */
export interface ViaStep {
  readonly kind: 'call' | 'loop' | 'source';
  readonly location: Location;
  /** For a loop: the value of its variable in this execution. */
  readonly value?: string;
}

/** What stands around the program: `ray job submit`, `deepspeed`, `torchrun`, `bash -c`, `srun`, `nohup`, … */
interface Wrapper {
  readonly kind: string;
  readonly location: Location;
}

/** An environment assignment that reaches the process. */
interface EnvAssignment {
  readonly name: string;
  readonly item: Item;
}

/** One execution of an OpenRLHF entry point that a file would start. */
export interface Launch {
  /** Unique in the file's answer, stable while the file does not change. */
  readonly id: string;
  /** Name below `openrlhf.cli`; for a wrapper module the entry point it stands for; `null` where there is none of that name. */
  readonly entryPoint: string | null;
  /** The module is not OpenRLHF's own: a wrapper or fork of the entry point, which may have flags of its own. */
  readonly wrapper?: true;
  /** The module as written (`openrlhf.cli.train_ppo_ray`), or the path of the `.py` file. */
  readonly module: string;
  /** The word that names the module. */
  readonly moduleLocation: Location;
  /** The whole command in the file that starts it. */
  readonly location: Location;
  /** It may not run at all. */
  readonly conditional: boolean;
  /** It may run any number of times. */
  readonly repeated: boolean;
  readonly via: readonly ViaStep[];
  /** The words before the module, the program first. */
  readonly launcher: readonly Item[];
  /** The words of the `ray job submit` that runs a string in which the launch stands (`bash -c "…"`), `ray` first. */
  readonly submit?: readonly Item[];
  /** The folder of the workspace that the script has changed to before, as a URI. */
  readonly folder?: string;
  /** The script has changed to a folder before of which nothing is known. */
  readonly elsewhere?: true;
  readonly env: readonly EnvAssignment[];
  readonly wrappers: readonly Wrapper[];
  readonly argv: readonly Item[];
}
