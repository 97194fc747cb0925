import type { GpuDemand } from '../../plan/model.ts';

/** A launch that a file would make, for code lenses and for picking one. */
export interface LaunchSummary {
  /** As in `Launch.id`. */
  readonly id: string;
  readonly entryPoint: string | null;
  readonly module: string;
  /** The value of the model flag, for a label; `null` where it is not known. */
  readonly model: string | null;
  /** File and zero-based lines of the command that starts it; the file may be one that the script sources. */
  readonly uri: string;
  readonly startLine: number;
  readonly endLine: number;
  readonly wrapper: 'ray job submit' | 'deepspeed' | 'torchrun' | 'accelerate' | 'python' | 'other';
  /** Values of the loops that run it, the outermost first. */
  readonly loop: readonly string[];
  /** A condition decides whether it runs. */
  readonly conditional: boolean;
}

/** Something in a launch that is known only when the script runs. */
export interface LaunchQuestion {
  /** Stable while the file does not change; the key of the answer. */
  readonly key: string;
  /** The script's text for it, such as `${MODEL}` or `$(date +%s)`. */
  readonly text: string;
  /** What the script itself would take where nothing else is given, such as the word of `${MODEL:-Qwen/Qwen3-4B}`. */
  readonly suggestion?: string;
  /** Why it is not known, one sentence. */
  readonly why: string;
  /** `words`: any number of words, to be typed as in bash, none included. `branch`: which way a condition goes. */
  readonly kind: 'text' | 'words' | 'branch';
  /** For `branch`: what to choose from, each with the words that it adds; the answer is an index. */
  readonly choices?: readonly string[];
  /** The flag whose value it is part of, or `env NAME`, or an option of `ray job submit`. */
  readonly of: string | null;
  readonly uri: string;
  /** Zero-based. */
  readonly line: number;
}

/** A sentence about the launch, as the diagnostics say it. */
export interface LaunchFinding {
  readonly code: string;
  readonly severity: 'error' | 'warning' | 'info';
  readonly message: string;
  readonly uri: string;
  /** Zero-based. */
  readonly line: number;
  readonly character: number;
}

/** What `ray job submit` was given in the script, or nothing where the launch is not behind it. */
export interface SubmitOptions {
  readonly address: string | null;
  readonly submissionId: string | null;
  /** As written: a folder of this machine or a URI. */
  readonly workingDir: string | null;
  /** The merged object of `--runtime-env` and `--runtime-env-json`, without `working_dir`. */
  readonly runtimeEnv: Readonly<Record<string, unknown>>;
  readonly metadata: Readonly<Record<string, string>>;
  readonly entrypointNumCpus: number | null;
  readonly entrypointNumGpus: number | null;
  readonly entrypointMemory: number | null;
  readonly entrypointResources: Readonly<Record<string, number>>;
  readonly entrypointLabelSelector: Readonly<Record<string, string>>;
  readonly noWait: boolean;
  readonly headers: Readonly<Record<string, string>>;
  /** `--verify`: whether TLS certificates are checked, or the path of a CA file. */
  readonly verify: boolean | string;
  /** What of it could not be read, such as the file of `--runtime-env`, in a sentence. */
  readonly problem?: string;
}

/** An environment variable that the script gives to the program. */
export interface LaunchVariable {
  readonly name: string;
  /** `null` while it is not known. */
  readonly value: string | null;
  /** A token or key: shown masked. */
  readonly secret: boolean;
  /** `prefix`: on the command itself; `export`: of the script. */
  readonly from: 'prefix' | 'export';
}

/** A file of the workspace that the program will open by its path. */
export interface LaunchFile {
  /** `--reward.remote_url`, … */
  readonly flag: string;
  /** As written. */
  readonly path: string;
  readonly role: 'reward function' | 'agent' | 'dataset' | 'template' | 'model' | 'config';
}

/** Everything that the client has to know to run a launch on Ray. */
export interface LaunchPlan {
  readonly summary: LaunchSummary;
  /** File of the script itself, whose folder is where a person runs it. */
  readonly script: string;
  readonly release: string;
  /**
   * The program and its arguments as the cluster shall run them (`python3`, `-m`, …); `null` while questions are open
   * that they hang on. A launcher that Ray has to run too, such as `deepspeed`, is part of it.
   */
  readonly argv: readonly string[] | null;
  /** The same with the script's text for what is not known, for showing. */
  readonly shown: readonly string[];
  /**
   * What the answers given so far leave open. A branch that is chosen may bring questions of its own. Those of an environment
   * variable (`of` is `env NAME`) hold up neither `argv` nor `submit`: without an answer the variable is not known.
   */
  readonly questions: readonly LaunchQuestion[];
  /** `null` where the launch is not behind `ray job submit`. */
  readonly submit: SubmitOptions | null;
  readonly env: readonly LaunchVariable[];
  /** The folder into which the script has changed, as a URI; `null` where it has not or where that is not known. */
  readonly folder: string | null;
  readonly findings: readonly LaunchFinding[];
  readonly demand: GpuDemand;
  readonly files: readonly LaunchFile[];
}
