import type { Position } from '../../text/location.ts';

/** A place of the text of a launch model that leads to one of a script. */
export interface ModelLink {
  /** Zero-based line of the text, and the characters of it in UTF-16 units, half-open. */
  readonly line: number;
  readonly start: number;
  readonly end: number;
  /** Where it leads to. */
  readonly uri: string;
  readonly target: Position;
}

/** Everything that is known of the launches of a script, as markdown that reads well as plain text, without secrets. */
export interface LaunchModel {
  readonly text: string;
  readonly links: readonly ModelLink[];
}
