import type { EntryPointSpec } from '../catalogue/schema.ts';
import type { Catalogues } from '../catalogue/lookup.ts';
import type { ReleaseChoice } from '../catalogue/release.ts';
import type { Binding } from '../launch/binding.ts';
import type { BoundLaunch } from '../launch/bound.ts';
import type { Launch } from '../launch/model.ts';
import type { Message } from '../messages/catalogue.ts';
import type { ScriptAssignment, ScriptNote } from '../shell/model.ts';
import type { Way, Word } from '../text/items.ts';
import type { Location } from '../text/location.ts';
import type { Finding, Fix, Severity, Stage } from './model.ts';
import type { TextOf } from './words.ts';

export interface RuleContext {
  /** URI of the script, whose comment may state the release. */
  readonly script: string;
  readonly launches: readonly BoundLaunch[];
  readonly notes: readonly ScriptNote[];
  readonly assignments: readonly ScriptAssignment[];
  readonly release: ReleaseChoice;
  readonly catalogues: Catalogues;
  readonly textOf: TextOf;
  /** Python files that the launches name, by the id of the launch. */
  readonly namedFiles: ReadonlyMap<string, readonly NamedFile[]>;
}

/** A Python file that a launch names, once it has been looked for. */
export interface NamedFile {
  /** The flag's dest: `reward.remote_url`. */
  readonly flag: string;
  /** As written. */
  readonly path: string;
  readonly word: Word;
  readonly location: Location;
  /** Id of the launch, and the ways through it on which the file is named. */
  readonly launch: string;
  readonly ways: readonly Way[];
  /** The file is not there: `certain` where the run will not find it either. `null` where it is, or may be elsewhere. */
  readonly absence: 'certain' | 'likely' | null;
  /** What is wrong in the file. */
  readonly findings: readonly Finding[];
}

/** Named files by the id of their launch, as rules look at them. */
export function byLaunch(files: readonly NamedFile[]): Map<string, NamedFile[]> {
  const launches = new Map<string, NamedFile[]>();
  for (const file of files) {
    const there = launches.get(file.launch);
    if (there === undefined) launches.set(file.launch, [file]);
    else there.push(file);
  }
  return launches;
}

/** One way through one launch of a known entry point. */
export interface View {
  readonly launch: Launch;
  readonly entryPoint: string;
  readonly spec: EntryPointSpec;
  readonly way: Way;
  readonly binding: Binding;
  /** The module is somebody's own, or could not be read to its end: it may have flags that we do not know. */
  readonly open: boolean;
  /** Flags whose names are like this one, nearest first. */
  readonly alike: (flag: string) => readonly string[];
}

/** A finding as a check makes it; code and defaults come from the rule's row. */
export interface Draft {
  readonly code: string;
  /** Where it differs from the rule's own. */
  readonly severity?: Severity;
  /** Where it differs from the rule's own. */
  readonly stage?: Stage;
  readonly location: Location;
  readonly message: Message;
  readonly related?: readonly { readonly location: Location; readonly message: Message }[];
  readonly fixes?: readonly Fix[];
  /** The words that it is about: an edit that would change any other word is not offered. */
  readonly subjects: readonly Word[];
}

export interface RuleRow {
  /** Id of the rule: the code of its findings and the name of its page under `docs/rules/`. */
  readonly id: string;
  readonly severity: Severity;
  readonly stage: Stage;
}

/** Rules that share one look at a launch. */
export interface LaunchFamily {
  readonly rules: readonly RuleRow[];
  readonly check: (view: View, context: RuleContext) => Iterable<Draft>;
}

/** Rules on the script itself. */
export interface ScriptFamily {
  readonly rules: readonly RuleRow[];
  readonly check: (context: RuleContext) => Iterable<Draft>;
}
