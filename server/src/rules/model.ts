import type { Message } from '../messages/catalogue.ts';
import type { Location } from '../text/location.ts';

export type { Message } from '../messages/catalogue.ts';

export type Severity = 'error' | 'warning' | 'info' | 'hint';

/** Severity by rule id, as a folder's settings give it. */
export type SeverityOverrides = Readonly<Record<string, Severity | 'off'>>;

/** The moment at which a run would meet it; `null` where it never strikes by itself (a secret in clear text). */
export type Stage =
  | 'S0'
  | 'S1'
  | 'S2'
  | 'S2h'
  | 'S3'
  | 'S4'
  | 'S5'
  | 'S6'
  | 'S7'
  | 'S8'
  | 'S9'
  | 'S10'
  | 'S11'
  | 'S12'
  | 'S13'
  | 'now'
  | null;

export interface TextEdit {
  readonly location: Location;
  readonly newText: string;
}

export interface Fix {
  readonly title: Message;
  readonly edits: readonly TextEdit[];
  /** The one that the editor applies on "fix all" and offers first. */
  readonly preferred?: boolean;
}

export interface Finding {
  /** Id of the rule, shared by both: `docs/rules/<code>.md`. */
  readonly code: string;
  readonly severity: Severity;
  readonly stage: Stage;
  readonly location: Location;
  readonly message: Message;
  readonly entryPoint: string | null;
  readonly related: readonly { readonly location: Location; readonly message: Message }[];
  readonly fixes: readonly Fix[];
}

/** A finding that a comment in its file says to leave out. */
export interface Suppressed {
  readonly finding: Finding;
  /** As the comment gives it. */
  readonly reason: string | null;
}

/** What is told of a file, and what a comment keeps back. */
export interface Sifted {
  readonly findings: readonly Finding[];
  readonly suppressed: readonly Suppressed[];
}
