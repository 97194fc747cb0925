import type { Item, KnownWord, ManyWords, Unknown, UnknownWord } from '../text/items.ts';
import type { Location } from '../text/location.ts';

/** What `evaluateScript` needs. Evaluation is synchronous; files that it lacks come back in `ScriptModel.needs`. */
export interface ScriptRequest {
  readonly uri: string;
  readonly text: string;
  /** Text of a sourced file: a string if loaded, `null` if it does not exist or may not be read, `undefined` if not asked for yet. */
  readonly file: (uri: string) => string | null | undefined;
  /** True for a module (`openrlhf.cli.train_ppo_ray`) or path of a `.py` file whose launch is wanted. */
  readonly recognises: (moduleOrPath: string) => boolean;
  /** Variables that the script is started with, as far as they are known; of all others it is not known whether they are set. */
  readonly environment?: ReadonlyMap<string, string>;
}

/** What a bash file does, as far as OpenRLHF is concerned. */
export interface ScriptModel {
  /** In the order of execution. */
  readonly launches: readonly LaunchCommand[];
  readonly notes: readonly ScriptNote[];
  /** Every assignment seen, for checks on secrets and for hover on variables. */
  readonly assignments: readonly ScriptAssignment[];
  /** Files to load before another evaluation can say more. */
  readonly needs: readonly string[];
  /**
   * Files that the script may write: targets of redirections, and words of programs that may name what they write. `ANY`
   * stands for text that is not known. None if absent.
   */
  readonly outputs?: readonly string[];
  /** Python programs that the script starts and that are not wanted, as far as the way to a launch came by them; none if absent. */
  readonly others?: readonly OtherProgram[];
  /** The dialect when it is not bash or sh (`zsh`, `fish`): then nothing is judged. */
  readonly foreignShell?: string;
}

/** One execution of a command that starts a recognised module. */
export interface LaunchCommand {
  readonly module: KnownWord;
  /** `module` after `-m` or `--module`, `path` of a `.py` file. */
  readonly how: 'module' | 'path';
  /** The whole command in its file. */
  readonly location: Location;
  readonly conditional: boolean;
  readonly repeated: boolean;
  readonly via: readonly {
    readonly kind: 'call' | 'loop' | 'source';
    readonly location: Location;
    readonly value?: string;
  }[];
  /** The words before the module. */
  readonly launcher: readonly Item[];
  readonly env: readonly { readonly name: string; readonly item: Item }[];
  readonly wrappers: readonly { readonly kind: string; readonly location: Location }[];
  readonly argv: readonly Item[];
  /** Behind `ray job submit --`: Ray joins the words for a second shell. */
  readonly secondShell: boolean;
  /** The words of the `ray job submit` that runs a string in which the launch stands, `ray` first: none of them is in `launcher`. */
  readonly submit?: readonly Item[];
  /** The folder of the workspace that the script has changed to, as a URI; absent where it has not, or where it is not known. */
  readonly folder?: string;
  /** The script has changed to a folder that is not known. */
  readonly elsewhere?: true;
}

/** A Python program that a script starts and that is not the launch of a recognised module. */
export interface OtherProgram {
  /** Its module or the path of its file; `unknown` where that cannot be known. */
  readonly program: KnownWord | UnknownWord | ManyWords;
}

export interface ScriptAssignment {
  readonly name: string;
  readonly item: Item;
  readonly location: Location;
}

/** Something about the text of the script itself that a rule reports. */
export type ScriptNote =
  /** A launch that ends where its author did not mean it to: flag lines follow that bash runs as commands of their own. */
  | {
      readonly kind: 'continuation-cut';
      readonly by: 'comment' | 'space-after-backslash' | 'blank-line' | 'missing-backslash';
      /** The comment, the backslash with its spaces, the blank line, or the end of the line that lacks a backslash. */
      readonly location: Location;
      /** The words that are cut off. */
      readonly orphans: Location;
    }
  /** Lines of a launch end in CRLF: bash keeps the carriage return in the word and does not continue the line. */
  | { readonly kind: 'crlf'; readonly location: Location }
  /** `<name>` without quotes in a launch: for bash a redirection from that file, and one to the word behind it. */
  | { readonly kind: 'placeholder-redirection'; readonly location: Location; readonly text: string }
  /** A sourced file that could not be read: what it sets is unknown. */
  | {
      readonly kind: 'missing-source';
      readonly location: Location;
      readonly path: string | null;
      readonly why: Unknown;
    };
