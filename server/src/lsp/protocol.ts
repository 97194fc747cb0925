/**
 * What client and server say to each other beyond LSP. The only server file that the client imports, so it holds types,
 * names and words, and nothing that runs.
 */

export type { ReleaseFrom } from '../catalogue/release.ts';
export type {
  LaunchFile,
  LaunchFinding,
  LaunchPlan,
  LaunchQuestion,
  LaunchSummary,
  LaunchVariable,
  SubmitOptions,
} from '../features/launchPlan/model.ts';
export type { TryLaunch } from '../features/python/tryLaunches.ts';
export type { LaunchModel, ModelLink } from '../features/launchModel/model.ts';
export type { LaunchStatus, ScriptStatus, StatusExplanation, StatusPlace, StatusUnknown } from '../features/status.ts';
export { PYTHON_WORDS } from '../text/pythonWords.ts';
export type { GpuDemand, GpuRequest, PlacementFailure } from '../plan/model.ts';

/** Client → server: what is known of one document. Answer: `ScriptStatus`, or `null` if it is not open. */
export const STATUS_REQUEST = 'openrlhf/status';

/** Server → client: the status of this document has changed. */
export const STATUS_NOTIFICATION = 'openrlhf/statusChanged';

export interface StatusParams {
  readonly uri: string;
}

/** Client → server: the launches of an open document. Answer: `LaunchSummary[]`, or `null` if it is not open. */
export const LAUNCHES_REQUEST = 'openrlhf/launches';

export interface LaunchesParams {
  readonly uri: string;
}

/** Client → server: all that is known of the launches of an open script. Answer: `LaunchModel`, or `null` if it is not open. */
export const LAUNCH_MODEL_REQUEST = 'openrlhf/launchModel';

export interface LaunchModelParams {
  readonly uri: string;
}

/** Client → server: one launch, ready to run. Answer: `LaunchPlan`, or `null` if there is no such launch any more. */
export const LAUNCH_PLAN_REQUEST = 'openrlhf/launchPlan';

export interface LaunchPlanParams {
  readonly uri: string;
  readonly id: string;
  /** Answers to `LaunchPlan.questions`, by key. */
  readonly answers: Readonly<Record<string, string>>;
}

/** Client → server: launches that name an open Python file, for trying it. Answer: `TryLaunch[]`, or `null` if it is not open. */
export const TRY_LAUNCHES_REQUEST = 'openrlhf/tryLaunches';

export interface TryLaunchesParams {
  readonly uri: string;
}

/** The `openrlhf.*` settings of one folder, as the server asks for them. */
export const SETTINGS_SECTION = 'openrlhf';

/** What a client may give with `initialize`, beside the settings under `openrlhf`. */
export interface InitializationOptions {
  /** The command with which the client opens its completion list again, after a folder is accepted; none if absent. */
  readonly suggestCommand?: string;
  /** The command that ends all lines of documents, whose URIs are its arguments, in LF; edits do it if absent. */
  readonly lineFeedCommand?: string;
  /** The command that runs a launch on Ray, with `LaunchCommandArguments`; without it launches have no code lenses. */
  readonly launchCommand?: string;
  /** The command that shows places, with `ReferencesCommandArguments`; without it Python files have no code lenses. */
  readonly referencesCommand?: string;
  /** The command that tries a Python file, with `TryCommandArguments`; without it there is no code lens for that. */
  readonly tryCommand?: string;
}

/** What a code lens hands to the references command: where it stands, and the places to show, all in LSP's terms. */
export type ReferencesCommandArguments = readonly [
  uri: string,
  position: { readonly line: number; readonly character: number },
  locations: readonly {
    readonly uri: string;
    readonly range: {
      readonly start: { readonly line: number; readonly character: number };
      readonly end: { readonly line: number; readonly character: number };
    };
  }[],
];

/** What a code lens hands to the launch command. */
export interface LaunchCommandArguments {
  readonly uri: string;
  readonly id: string;
}

/** What a code lens hands to the command that tries a Python file. */
export interface TryCommandArguments {
  readonly uri: string;
}
