import type { PythonFile, PythonFiles } from '../../python/outline/model.ts';
import { candidates } from '../../python/outline/resolve.ts';

/** Makes outlines, or has them. */
export interface OutlineSource {
  readonly of: (uri: string, text: string) => PythonFile;
}

/** What `importedFiles` looks with. */
export interface ImportSearch {
  readonly outlines: OutlineSource;
  /** The workspace folder; a module of its top level may be imported by its name. */
  readonly folder: string | undefined;
  /** Text of a file: `null` where there is none, `undefined` while it is not loaded. */
  readonly file: (uri: string) => string | null | undefined;
}

/** Files of the workspace by the modules that a file imports. */
export function importedFiles({ outlines, folder, file }: ImportSearch): PythonFiles {
  return {
    folder,
    resolve: (from, module) => {
      for (const uri of candidates(from.uri, module, folder === undefined ? [] : [folder])) {
        const text = file(uri);
        if (text === undefined) return undefined;
        if (text !== null) return outlines.of(uri, text);
      }
      return null;
    },
  };
}
